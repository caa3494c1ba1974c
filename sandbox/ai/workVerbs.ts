/** What people promise to do after a meeting and somebody can later tick off. */
const DELIVERING =
	'send|resend|e-?mail|mail|forward|share|circulate|distribute|deliver|submit|upload|publish|post|' +
	'schedule|reschedule|book|arrange|organi[sz]e|set up|sign up|invite|' +
	'prepare|draft|put together|pull together|write up|write to|finali[sz]e|' +
	'follow up|reach out|get back|report back|circle back|get in touch|introduce|loop in|notify|contact|ping|' +
	'update|revise|fix|deploy|release|migrate|install|purchase|renew|invoice|' +
	'coordinate|investigate|look into|find out|gather|compile|chase|escalate|negotiate|confirm|' +
	'check with|make sure|onboard';
/** Done in a meeting as often as after it: counts with a date or somebody named. */
const EITHER =
	'have (?:the|an?|our|my|your)|check|call|phone|ask|talk to|speak to|speak with|talk with|write|create|make|add|remove|change|build|design|' +
	'review|present|document|summari[sz]e|order|sign|file|approve|collect|' +
	'test|run|plan|finish|complete|work on|take care of|handle|own|lead|read|bring|give|get|provide|do|pay|' +
	'research|analy[sz]e|compare|estimate|calculate|clean up|move|start|implement|meet|visit|verify|validate|track';

export const WORK = `(?:${DELIVERING}|${EITHER})`;

const delivering = new RegExp(`^(?:${DELIVERING})\\b`, 'i');

/** Whether the task starts with a verb that by itself means work after the meeting. */
export const isDelivering = (task: string): boolean => delivering.test(task);
