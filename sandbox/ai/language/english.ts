import { Chrono, en } from 'chrono-node';
import { dayBeforeMonth, dayOfMonth, englishEnd } from './days.ts';
import { anyOf, BY_NAME, type Language, lines, oneOf, startsWith } from './language.ts';

/** Tasks for after a meeting. Verbs that also mean something done on the spot need an object that tells the difference. */
const TASK = oneOf(lines`
	(?:re-?)?send(?:ing)?|e-?mail(?:ing)?|mail(?:ing)?|forward(?:ing)?|shar(?:e|ing)(?! (?:my|this|the) screen)
	writ(?:e|ing)(?! (?:(?:it|that|this) (?:on|down|here)))|draft(?:ing)?|prepar(?:e|ing)|updat(?:e|ing)|fix(?:ing)?
	repair|book(?:ing)?|(?:re)?schedul(?:e|ing)|set(?:ting)? (?:up|\w+ up)|(?:phone|ring)
	call(?! (?:it|this|that|them (?:the|a)|on|in sick)(?!\p{L}))|calling
	ask(?! (?:you|some(?:one|body)|about|around|why|how|what|that|whether|one (?:more|last)|(?:an?|one|another|some|the|my|that|this|two|these)(?: \w+)? (?:questions?|thing|favou?r))(?!\p{L}))|check(?! (?:that again))|checking (?:with|on)
	review(?:ing)?|order(?:ing)?|buy (?:the|new|some|more|tickets|us)|get back|getting back|follow(?:ing)? up
	chas(?:e|ing)|fil(?:e|ing)|create|put(?:ting)? (?:(?:the|our|these) \w+ )?together|organi[sz](?:e|ing)|arrang(?:e|ing)|circle back
	raise (?:it|that|this) with|put in (?:a|an|our|my)
	run (?:the|a) (?:\w+ )?(?:test|numbers|report|analysis|check)s?
	get (?:you|us|hold of|in touch|(?:the|that|this|it|them|him|her|our|my|an?) .{0,60}(?:to you|done|sorted|signed|ready|out|over|approved|fixed|back|by|tomorrow|today|tonight|next|this|from|before|\p{L}+ed))
	invit(?:e|ing)|introduc(?:e|ing)|confirm(?! (?:that|(?:\w+ ){1,2}(?:was|were|had)(?!\p{L})))|submit|upload|post (?:the|an?|it)|publish
	circulat(?:e|ing)|deliver|bring (?:the|my|an?|some|it)|contact|reach(?:ing)? out|ping|message
	investigat(?:e|ing)|find out|finish(?! (?:up|with|by|off|my|this|that)(?!\p{L}))|complete
	do (?:the|an?|my|our) (?:first |second |quick )?(?:drafts?|shopping|slides?|minutes|write-?up|dishes|budget|booking|mock-?ups?|research|paperwork|invoic\w+|report|layout|design|translation|accounts|tax\w*)
	close (?:the|that|your|this|our) (?:old )?(?:ticket|account|issue|case|deal|books)|turn (?:off|on|down) the
	leave (?:\w+ )?(?:an?|the|my|your) (?:message|note|keys?|copy|parcel|package|voicemail)|ask around (?!the)\w+|[ei]nquire
	be in touch|be back to you|(?:explain|show) (?:it|this|that|the .{1,40}) to (?:the|my|our|his|her)
	discuss (?:it|that|this|the .{1,40}) with (?!you)\w+
	find (?:us |you |them )?(?:an?|the|some|another) .{0,40}(?:that works|for|by|who|date|room|venue|place|replacement|solution|sponsor|supplier|vendor)
	(?:propose|suggest) (?:an?|some|two|three|other|\d+) (?:\w+ )?(?:date|time|slot|venue)s?
	(?:read(?: through)?|look(?:ing)? at|go(?:ing)? (?:through|over)) (?:the|your|their) (?:\w+ )?(?:contract|draft|proposal|offer|manual|terms|budget|logs|tickets?)|turn (?:the|these|our) \w+ into an?
	give (?!(?:you|it)(?!\p{L}))\w+ (?:the|our|your) (?:contract|draft|offer|quote|keys?|documents?|files?|numbers|figures|details|address|addresses|invoice|report)
	add (?:\w+ ){1,2}to (?:the|our|your) (?:\w+ )?(?:invit\w+|list|agenda|thread|channel|group|call|sheet|calendar|ticket|board)
	get (?:the )?\w+ to (?:send|sign|check|review|call|write|fix|confirm|approve|pay|update)
	move (?:the|our) (?:\w+ )?(?:meeting|call|appointment|review|workshop|deadline)
	(?:hold|give|run|do) (?:an?|the|another) .{0,20}(?:training|session|workshop|course|webinar)
	mention (?:it|that|this) to|get (?:the|this|that) .{2,30} (?:rolling|going|started|moving)
	take (?:the|that|an?) .{0,20}(?:shift|slot)|answer (?:him|her|them|their|(?:the|this|that|your) (?:e-?mail|letter|mail|ticket))|draw up|line up|lock up|lend
	have (?:a|another) (?:word|chat|look|go)|touch base|get on to|come up with
	keep (?:the )?\w+ (?:posted|updated|informed|in the loop)|taking care of
	pass (?:it|that|this|the .{1,40}) on
	(?:talk|speak) (?:to|with)(?! (?:you|this|that|it|item|the (?:item|point|motion|slide|bill|report|amendment))(?!\p{L}))
	look(?:ing)? (?:into|it up|that up|for an?)|search(?:ing)? for (?:an?|the)|deal(?:ing)? with (?:the|your|our|that)|negotiat(?:e|ing) with
	take (?:care of|over|the (?:notes|minutes|action|lead on)|(?:that|this|it)(?: one)? (?:on|up|over)|a look at)
	handle|own (?:the|that|this)|sort (?:it|that|this|the .{1,40}) out|make sure|sign(?! (?:off(?! on)|in|out)(?!\p{L}))
	pay(?! (?:attention))|print|remind|report back|ship|deploy|merge|release|translate|proofread|cancel|renew
	register|reply|respond|revise|summari[sz]e|compile|collect|document (?:the|it|this|that)|let (?:the )?\w+ know
	test (?:the|it|that)|drop (?:you|him|her|them)|pick up|rewrite|research|install|migrate|replace (?:the|it|that)
	add (?:it|that|this|the|you|them|an?) .{0,60}(?:to|in|by|today|tomorrow)
	start (?:the|an?) .{0,40}(?:today|tomorrow|on \w+day|next|thread|ticket|draft|list)
	(?:open|raise|log) (?:an?|the|another) .{0,30}(?:ticket|case|issue|bug|request|account|claim)
	give (?:\w+|(?:the|my|our|your) .{2,30}) (?:a|another) (?:call|ring|buzz|shout|nudge|go|read)
	make (?:an?|the|you|us) .{0,30}(?:list|appointment|reservation|booking|copy|plan|draft|payment|spreadsheet|template|poster)s?
	(?:take|bring) (?:the|it|that|my|our|your) .{0,40}to (?:the|an?) (?!next|point|question|issue|end)\w+
	fill (?:in|out) (?:the|an?|your|our)|hold (?:an?|the) .{0,20}(?:slot|place|room|table)
	have (?!to ).{2,60} (?:ready|done|finished|sent|fixed|released|printed|checked|repaired|replaced|delivered|made|cleaned|for you|to you)
	have (?:someone|somebody|my \w+) \w+
	put (?:it|that|this|you|them|the .{2,40}|an? .{2,40}) (?:on (?:the|our|my|your) (?:list|agenda|calendar|board|wiki|drive|website)|in (?:the|your|our|my|their) (?:sheet|spreadsheet|wiki|report|post|mail|mailbox|calendar|diary|backlog|system|bags?)|through to)
	see (?:to (?:it|that|the)|if I can|whether I can)|tell (?!(?:you|us|me)(?!\p{L}))(?:the )?\w+ (?:about|to|that|today|tomorrow|(?:on|by|before) \w+day)
`);
const HOW = '(?:(?:please|also|then|just|(?!(?:probably|possibly|likely|only|hardly|really|actually) )[a-z]+ly|still|maybe|go ahead and|go and|try (?:to|and)|remember to|be sure to|make sure to|be happy to|be able to|be(?= [a-z]+ing)) )*';
/** What people do, say or think on the spot, which is a task only in the senses above. Any other verb with an object is a task. */
const ON_THE_SPOT = oneOf(lines`
	be|have|do|go|see|say|tell|show|let|give|take|get|make|try|think|believe|know|need|want|like|love|hate|feel|hope
	wish|expect|guess|bet|assume|suppose|admit|accept|mention|note|point|repeat|read|quote|explain|describe|talk
	speak|discuss|answer|ask|call|add|start|begin|stop|end|finish|continue|keep|stay|leave|come|move|turn|pass|hand
	hold|wait|stand|hear|listen|pick|throw|resign|spare|grant|promise|look|watch|remember|forget|understand|use|put
	draw|press|click|type|hit|play|skip|jump|run|step|allow|vote|support|oppose|defend|find|open|close|switch|eat
	drink|enjoy|face|fill|follow|share|present|stress|highlight|touch|raise|echo|address|outline|welcome|thank
	appreciate|recogni[sz]e|encourage|check|confirm|write|post|cost|figure|propose|suggest|second|challenge|question
	include|consider|bear|focus|withdraw|cross|rub|erase|wipe|not|never|just|probably|always|only|rather|then|also
	still|even|about|first|now|you|we|they|she|that|this|there|the
`);
const STATE = oneOf(lines`
	be|have|see|know|think|believe|need|want|like|love|hate|feel|hope|expect|wish|remember|forget|understand|miss
	live|sleep|rest|stay|vote|remain|say|tell|hear|wait|celebrate|turn|go|come(?! up with)|work from|watch|resign
	retire|attend|join|leave|start|begin|make it|not|never|always|just|probably|still|also|then|be able
`);
/** An object. `it` and the like only count if the sentence continues with where it goes. */
const OBJECT = "(?: (?:up|out|off|down|over|back|through|in))? (?:(?:the|those|an?|my|your|our|their|his|her|all|every|each|some|another|more|both|\\d+|two|three|four|five|six|ten|last|next|(?!that|it|what|there|here|let|who)[^ ]+'s) \\w+|(?:you|him|her|them|everyone) (?:an?|the|some|something|another|my|our) \\w+|(?:it|this|that|these|them|him|her|you|one)(?: (?:on|over|back|up|out|in|along|across|off))? (?:to|with|past|by|from|for|into|before) (?:the|our|my|your|his|her|their|an?|every\\w+|somebody|someone)\\b)";
const DO = `${HOW}(?:(?:[\\w ]{2,50} and|use [\\w ]{2,30} to) )?(?:${TASK}|(?!(?:${ON_THE_SPOT}|${STATE}|[a-z]+ing)(?![a-z]))[a-z][a-z-]{2,}${OBJECT})`;
const YES = oneOf(lines`
	yes|yeah|yep|yup|sure(?: thing)?|of course|okay|ok|will do|absolutely|definitely|no problem
	(?:I'd be |I'm |I am )?happy to|gladly|on it|I'm on it|done|right away|you got it|sounds good
	I can(?: do (?:that|it))?|I will|I'll (?:do|take|handle|look at|get|send) (?:it|that|this)|fine|all ?right
	certainly|consider it done|leave (?:it|that) (?:with|to) me|no worries|with pleasure|my pleasure|not at all
	agreed|deal|(?:that )?works(?: for me)?|let's do (?:it|that)|I agree|go for it|great(?: idea)?
	good(?: idea|(?! \w))|excellent|perfect|fine (?:with|by) me|approved|got it|understood|can do
	should be (?:fine|okay|ok|possible)|(?:that's )?right(?=[.!]*$)|I'm (?:happy|fine|okay|good) with that
	please(?: do)?|that would be (?:great|good|nice|lovely|helpful|perfect)|thanks|thank you(?: (?:very|so) much)?
	wonderful|lovely|brilliant|fantastic|amazing|that (?:would help|helps)|makes sense|I think so|noted|you bet
	roger|copy that|by all means|sounds like a plan|you'll (?:have|get) (?:it|them|that)
	(?:on |by )?(?:\w+day|tomorrow) (?:works|is fine|is good|is okay|it is)
	no, (?:not at all|of course not|no problem|no worries)|no objections?|(?:I have )?nothing against (?:it|that)
`);

export const english: Language = {
	locale: 'en-GB',
	stopWords: new Set("a about after again all also am an and any anything are aren't as at be because been before being both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down each even every everything few for from further get gets getting go goes going gonna got had has have haven't having he he's her here hers him his how i i'd i'll i'm i've if in into is isn't it it'll it's its just kind know let let's like little lot lots make many may maybe me mean might mm more most much must my no nor not now of off oh ok okay on once one only or other our out over own people put really right said same say see she should so some something sort still such sure take than that that's the their them then there there's these they they're thing things think this those though through to too uh um under until up us use very want was wasn't way we we'd we'll we're we've well were what what's when where which while who why will with won't would yeah yep yes you you'd you'll you're you've your".split(' ')),
	promise: anyOf(`I(?:'ll| will| shall|'m (?:just )?going to| am going to|'m gonna| promise to| promise I'll) ${DO}`,
		`(?:^|and |so |(?<=^(?:yes|yeah|yep|sure|okay|not yet),? ))(?:will|gonna|going to) ${TASK}|I(?:'ll| will) have (?!to ).{3,80}\\b(?:out|by)|will be (?:with you|in your inbox|on your desk)`,
		`let me (?:just )?${oneOf(lines`
			send|e-?mail|forward|book|schedule|set up|follow up|get back|put together|draft|(?:talk|speak) to|ask(?! you)
			check with|find out|look into|introduce|circulate|share the|prepare
		`)}`,
		"I owe you|you(?:'ll| will) (?:have|get|receive) (?!to ).{2,80}(?:from me|by (?:\\w+day|noon|tomorrow|the end|the \\d)|tomorrow|today|tonight|first thing|on your desk|in your inbox)|I(?:'ll| will)? volunteer to|put me down (?:for|as)|sign me up for|you can expect .{2,60} from (?:me|us)",
		"we(?:'ll| will) (?:send|e-?mail|forward|get back to|follow up with|call) (?:you|the|over)|we(?:'ll| will) let you know|we(?:'ll| will) get (?:you (?:the|an?|those|our|your)|.{2,60} to you)|my (?:action|next step|task|to-?do|plan|job|homework)s?(?: items?)?(?: \\w+){0,3} (?:is to|are) \\w+",
		"leave (?:it|that|the .{1,60}) (?:with|to) me|consider it done|I'm taking (?:that|this|the) .{0,40}action|(?:it's|that's) on me to \\w+|I'm on the hook for", `we(?:'ll| will) (?!(?:${ON_THE_SPOT}|${STATE})(?!\\p{L}))\\w+ .{0,40}(?<=\\b)your?`, "you(?:'ll| will) hear (?:back )?from (?:me|us)"),
	plan: anyOf(lines`
		(?:let me|I(?:'m| am)? (?:intend|aim|plan|planning|aiming|hoping) to|we(?:'ll| will)(?= be in touch)|I(?:'ll| will|'m going to| am going to| (?:\w+ )?need to| have to)|(?:can|could|will|would|I'd like|I need|I want) you(?: to)?) ${HOW}(?:have .{3,60} (?:ready|done|finished)|do (?:it|that|this)(?: instead(?: of \p{L}+)?)?(?=,? (?:by(?! hand)|before|until|on \p{L}+day|tomorrow)(?!\p{L}))|(?!${STATE}(?!\p{L}))\p{L}{3,})
	`),
	need: anyOf(lines`
		(?:I(?: (?:still|really|also))?(?: need to| have to| must| should|'ve got to| have got to|'d better| plan to| want to| can)|we (?:need|have) to) ${DO}
		I'm ${TASK}
	`),
	offer: anyOf(lines`
		(?:(?:shall|should|can|could|may) I|(?:(?:do you )?want|would you like) me to|I (?:can|could)|I(?:'d| would| am|'m) (?:be )?(?:happy|glad) to) ${DO}
		(?:shall|should) I (?:tell|let) (?:the|them|him|her|everyone)
	`),
	request: anyOf(lines`
		(?:(?:can|could|will|would) (?:you|someone|somebody|anyone|anybody)(?: all| guys)?${BY_NAME}|(?:let's|we (?:could|should)) (?:have|get) \w+(?: to)?|(?:we|I) need (?:someone|somebody|one of you) to|any chance (?:that )?you could|could I ask you to|(?:can|could) (?:we|I) count on you to|would it be possible (?:for you )?to|(?:anyone|anybody|someone|somebody) (?:free|available|able) to|(?:someone|somebody|one of (?:you|us)) (?:has to|needs to|should|must)|please|I need you to|I'd like you to|I want you to|you(?:'ll| will)(?! have| get| receive|.* from me)|do me a favou?r and|(?:I'd (?:appreciate it|be grateful)|it(?:'d| would) be (?:great|good|nice|helpful|lovely)) if you (?:could|would)|(?:can|could) I get you to|do you think you (?:can|could)|are you going to|you(?:'ll)?(?=.*, (?:okay|ok|yes|all ?right)\?)|are you (?:able|okay|ok|willing|happy|free) to|would you be able to|do you want to|who can|who will|who could|who's going to|who wants to|who'd like to|how about you|why don't you|perhaps you could|maybe you could|you could|hoping you could|wondering if you could|wonder if you could|make sure you|don't forget to|remember to) ${DO}
		you're \w+ing (?:the|that|those|our|me|us|up|out|over)(?=.*, (?:right|yes|correct|okay)[,?])
		(?:can|could) (?:we|I) count on you for \w+|(?:can|could|may) I leave .{2,60} (?:with|to) you
		(?:can|could|will) you have .{3,60} (?:ready|done|finished|sent)
		(?:would you |do you |(?<=^|, ))mind (?!telling|repeating|saying|speaking|explaining|waiting|muting|closing|opening)\w+ing
	`),
	label: /^(?:so,? |and |okay,? |the )*(?:next steps?|action(?:s| items?| points?)?|tasks|to[- ]?dos?|follow-?ups?|homework)(?: (?:on|for) (?<me>me)| for (?<owner>[\p{L}'-]{1,60}(?: \p{Lu}[\p{L}'-]{1,60})?))?(?:(?: (?:is|are))?\s*[:–-]| (?:is|are) that|(?<= for \p{L}+(?: \p{L}+)?),)\s*(?<rest>\S+ \S.*)$/iu,
	assigned: new RegExp(`^,? ?(?:will|is going to|'s going to|'ll|to|is to|has to|needs to|agreed to|has agreed to|(?:has )?volunteered to) ${DO}|^(?: is|'s) (?:handling|taking (?:care of|over|on)|looking after|sorting out|organi[sz]ing|preparing)|^ (?:will be|is) (?:in charge of|responsible for)(?!\\p{L})`, 'iu'),
	unsure: anyOf(lines`
		said|says|(?<!(?:the|an?|your|our|my|this|that) )claims?|reckons|thought|maybe|perhaps|might|not sure|suppose
		imagine|pretend|wish|hope|never|(?:was|were) going to|used to|probably|not|don't(?! forget| you )
		(?:doesn|won|can|isn|aren|wouldn)'t|hopefully|(?:I|we|you|he|she|they|it) may|either|depending|here we are
		or something|at some point|(?:some|one) ?day|every (?:day|week|month|quarter|year|time|morning|\w+day)|back then
		at some stage|apparently|supposedly|whenever|(?:would|could|should) have|as if|hypothetically|sometimes|always
		usually|mostly|on a (?:normal|typical|good|bad) day|normally|typically|generally|theoretically|in theory
	`),
	condition: anyOf(lines`
		if|unless|otherwise|in case|(?:he|she|they|I) (?:goes?|was like|were like)|(?:he|she)'s like|they're like
		assuming|provided|whether|suppose|imagine
		(?:don't|doesn't|didn't|can't|won't|couldn't) (?:think|know|mean|say|want|believe)|why|how|what|where|which|who
		so that|than|(?<!as (?:I|we|you) |like I )said|say|says|told|tells|thinks|believes|assumes
		(?:they|you|people|customers|clients|users) (?:think|believe|assume)|claim(?:s|ed)|(?<!I )promised|thought
		words were|saying|wanted to know|(?:goes|went|reads?|states?)(?= ?[,:])|I doubt
		as soon as(?! (?:I|we|you|possible)(?!\p{L}))|worst case|wonder(?:s|ed)?|suggested|according to|(?<!I )wrote
		writes|when|whenever|every time|once (?:a|you|they)|maybe|perhaps
	`),
	idle: anyOf(lines`
		^(?:oh )?(?:sure|yeah|yes|right|great|of course)[,.]? (?:because|cos|as if|and I.* too[.!]*$)|^yeah,? right,
		while I'm at it|soon enough|^oh (?:great|brilliant|fantastic|wonderful|joy),
		(?:share|sharing|see) (?:my|the|your) screen|tell you what|be honest|right now|in a (?:second|moment|minute|sec)
		for a (?:second|moment|minute|sec)|a quick question|mute|unmute|whiteboard|the pen
		(?:a |the |some )?(?:coffee|drinks?|beers?|pints?|(?<!(?:after|before|by|over|at) )(?:lunch|dinner)|unicorn|pony)
		my hat|write (?:it|that|this) down|now[.?!]*$|remind (?:everyone|everybody|members|you (?:all|again))
		from this end|haha|joking|kidding|in the chat|in my sleep|therapist|the pope|rocket|santa|miracle|magic|lottery
		(?:talk|speak) to you (?:later|soon|then|tomorrow)|let you (?:go|know how|talk|speak|finish)|sing|karaoke
		crystal ball|to the moon|bed|in here|over here|in this slide|next slide|my time(?! sheet)
		make sure (?:that )?(?:I|we) (?:understand|understood|got)|get you wrong
		get back to (?:that|this|it|the (?:question|point|topic|slide))
		check (?:that|if) (?:I|we|you) (?:understood|can hear)
	`),
	yes: startsWith(`(?:(?:oh|um|uh|well|hmm|mm|so|ah|right|${YES})[,.! ]+)*${YES}`),
	imperative: startsWith(`(?:please |just |also |then |now )*${DO}(?:.*, (?:can|could|will|would) you)?`),
	lack: anyOf(lines`
		(?:need|needs|should|must|has to|have to|ought to|missing|wrong|broken|outdated|out of date|still|yet|haven't|hasn't|did you|have you|isn't|aren't|don't have|doesn't|who(?:'s got time to| has time to|(?: can|'ll| could| will| would| wants to|'d like to| is going to) (?!go|start|begin|speak|hear|see|say))|can|could|what about|going to|supposed to|wanted to|said|waiting|would be|would it be|someone|somebody|anyone|anybody)
		who(?:'s| is)? (?!(?:${STATE}|i|wa|ha|speak|talk|agree|share?|present|com|leav|hav|beginn)(?:e?s|ing)(?!\p{L}))\p{L}+(?:s|ing)
	`),
	takenUp: startsWith(lines`
		(?:(?:(?:not yet|no),? but|not yet|agreed|actually|true|good point|oh|${YES})[,.]? )*(?:I(?:'ll| will| can|'m going to) ${HOW}(?:(?:do|take|handle|get|have)(?: (?:it|that|this|them|one))?[,.!]*$|(?!(?:see|hear|believe|watch|say|tell|show|buy|second|drop|leave|give|grant|take|repeat|call|put|read|explain|come|be|skip|(?<=can )confirm (?:it|that|this)[.,!]*$)(?!\p{L}))\p{L}+(?: (?:back|up|out|in))? (?:it|that|this|them|those|these|one|some|mine)(?= ?[,.!]|$| (?:up|in|out|off|over|for|by|on|this|today|tonight|tomorrow|next|right|straight|as soon|after|before|first)(?!\p{L})))|I've got (?:it|that|this)|(?:me|I'd love to)(?=[.!]*$)|you'll (?:have|get) (?:it|them|that)|I'll let (?:them|him|her|you|everyone) know|I'm on it|on it|will do|leave (?:it|that) (?:with|to) me|consider it done)
	`),
	no: anyOf(lines`
		^(?:(?:hm+|um|uh|well|oh|ah|yeah|actually|sorry|thanks|thank you|okay)[,. ]+)*(?:no(?: no)*|nope|nah)(?!,? (?:not at all|of course not|problem|worries))(?= ?[,.!]|$| (?:I|we|not|let's|that|it|don't|way|need|can|thanks|thank))
		no need|I(?:'d| would) (?:rather(?! not)|prefer)
		(?:please |let's |^)(?:do not|don't)(?! (?:let|forget|worry|hesitate))|hold off|(?:^|please |, )wait|hang on
		^never|never mind|forget (?:it|that)
		(?:I|we) (?:disagree|refuse|(?:will not|can't|cannot|won't) (?:support|accept|approve|agree))|not (?:really|for me|a good idea|in favou?r|so fast)
		I don't (?:like|agree)|(?:I'm|we're|I am) (?:against|afraid)|instead of|I(?:'ll| will) do (?:it|that|this) instead|scratch that
		kidding|joking|bad idea|absolutely not|definitely not|veto|over my dead body|(?<!don't |not )object|push back
		not a chance|dreams|(?<!(?:was|were|been) (?:\w+ ){0,2})(?:mistake|terrible|too (?:risky|early|late|expensive|soon|busy))
	`),
	negative: anyOf(lines`
		(?:I|we) (?:(?:will not|won't)(?: be able to)?|can't|cannot|couldn't|already (?:did|sent|have|booked))|(?:I'm|we're|I am) not
		I don't (?:think|want|have|do)|we (?:do not|don't)|(?:I(?:'d| would) )?rather not
		not (?:now|today|yet|needed|necessary|this (?:week|sprint|quarter|year))
	`),
	doubt: anyOf(lines`
		not (?:sure|convinced|happy|comfortable|keen|going to|before|until)|don't (?:know|love|see|bother|believe)
		disagree|can't|cannot|won't|couldn't|wouldn't|shouldn't|isn't|against|instead|never|no|unfortunately|prefer
		stay (?:on|with)|leave it|skip|busy|on (?:holiday|vacation)|what about|are you sure|let me think
		think about (?:it|that)|next time|sleep on it|decide (?:later|next|on)|later|another time|only if|depends|maybe
		perhaps|(?<!m+ ?-? ?)hmm|wait|hold on|but|rather|however|why|though|(?<!^)if|^if [^,]+$
	`),
	decided: anyOf(lines`
		(?:we|we've|we have|everyone|everybody|the (?:team|group|board|committee|council)(?: has| have)?)(?: (?:all|just|now|already|also|both|have|finally|then|jointly))* (?:agreed|decided|resolved|settled on|opted)(?:: \w+|(?: \w+ly)? (?:to|on(?! (?:it|that|this|the (?:same|question))(?!\p{L})|[.,])|that|not to|against|for(?! (?:it|that|this))|we))
		let's (?:just |all |simply |then |definitely )*(?:not )?(?:go (?:with|ahead with|for)|stick (?:with|to)|settle (?:on|for)|opt for|choose|postpone|cancel|drop|keep|move (?:the|our) [\w ]{1,30} to|pick|hold off on|stay with)
		(?:we'll|we will|we're going to|we are going to) (?:just |then |simply )*(?:go (?:with|ahead with|for)|stick (?:with|to)|settle on|opt for|postpone|cancel|hold off on|stay with)
		(?:we're|we are) (?:going (?:ahead )?with|going for|sticking with)
		(?:^(?:(?:okay|ok|so|then|and)[,.]? )*)we (?:just |then |simply )*(?:go|stick|stay) with
		(?:the|our|final) (?:final )?decision (?:is|was)(?: (?:to|that|not|made to)|: (?!(?:still|not|nothing|we need)(?!\p{L}))\w+)
		it (?:was|has been) (?:decided|agreed|resolved) (?:not )?to
		(?:it's|it is|that's|that is) (?:decided|agreed|settled)(?:[:,] \w+|[:,]? (?:that|then:?|to|we))
		(?:we|the board|the committee|the council) (?:have |has )?(?:approved|signed off on|rejected|voted (?:to|for|against))
		(?:^(?:(?:so|okay|ok|right|then),? )*(?:final answer,|agreed,(?: then)?(?= we (?!need|have|can|should|will see))|(?:agreed|decided|decision|settled|resolved)\s*[:–])\s+\w+)
	`),
	proposal: anyOf(lines`
		(?:shall|should|can|could) we (?!not)\w+|how about we \w+|why don't we \w+
		I(?:'d| would)? (?:propose|suggest|recommend|vote|say)(?: that)? we \w+
		are we (?:okay|ok|agreed|all agreed|fine|happy) (?:to|with|that|on)
		(?:so|then),? (?:do )?we (?:go|stick|keep|move|launch|start|use|take|drop|stay)
		do we (?:all )?agree (?:to|that|on)
		let's (?:use|launch|start with|make|put|set|schedule|meet|move|ship|release|hire|switch|upgrade|try|include|remove|add|raise|lower|buy|open|close)
	`),
	motion: anyOf("(?:(?:can|may|could|shall) I|I(?:'d like to| would like to)?) (?:propose|move)(?:, .{2,80},)? that"),
	consent: anyOf(lines`
		(?:are|is) (?:the |all )*(?:members|we|you|all|everyone|everybody|committee|board)(?: all)? (?:content|agreed|happy|in favou?r|okay|fine)(?: with that)?[.?]*$
	`),
	procedure: anyOf(lines`
		(?:go|move|stick|keep|carry|come|get|circle) (?:on|ahead(?! with)|back|over|through|to the next|going|moving|talking|in mind|in touch|it|an eye|started|your|trying|doing|quiet|up|(?:with |for |to )?(?:that|this|those|them|these|one)|for (?:lunch|coffee|a)|looking|working)
		we (?:start|begin|continue|talk|discuss|hear|see|look|say|have(?! (?:\w+ )?(?:decided|agreed|settled|resolved|opted))|take a|think|wait|finish|wrap|stop|help|do|be|get|ask|assume|imagine|expect|find|go (?:for|home|now)|agree|decide|hope|watch)
		we (?:(?:okay|ok|fine|happy) to )?(?:(?:also|first|just|now|then|still|maybe|perhaps|please|all|\p{L}+ly) )*(?:talk|speak|discuss|look at|go (?:over|through|into)|(?:come|get|go) back to|have a (?:\w+ )?(?:look|chat|word))
		use (?:the (?:next|last|remaining|rest)|this time)|\w+ (?:it|them|this|that|these|those|there|here)[.?!]*$
	`),
	past: anyOf("(?<!(?:be|is|are|get|being) )(?:sent|made|found|held|paid|built|met|told|left|lost|sold|bought|brought|kept|taken|done)",
		"was|wasn't|were|weren't|had|hadn't|did|didn't|went|came|got(?! it)|broke|fell|saw|took|thought|gave|began|wrote|spoke|knew|felt|won(?!'t)|ran|said|heard|became|led|meant|grew|drew|rose|drove|flew|chose|ate|drank|caught|taught|fought|slept|rode|hung|stuck|spent|wore|threw|woke|froze|stole|forgot|shot|lent|dug|rang|sank|sat|stood|understood|dealt|struck|hid",
		"ago|yesterday|last|previous|previously|earlier|since|used to|back in|has been|have been|'ve been|already",
		`(?<!(?:be|is|are|get|being|not|the|an?|my|our|your|their) |\\bneeds? (?:\\w+ ){1,4})(?!${oneOf(lines`
			(?:un)?need|speed|feed|embed|exceed|proceed|succeed|indeed|based|agreed|decided|scheduled|planned|supposed
			expected|required|limited|hundred|united|noted|moved (?:to|until)|postponed (?:to|until)
		`)}(?!\\p{L}))\\p{L}{2,}ed`),
	future: anyOf(lines`
		will|won't|\p{L}+'ll|going to|gonna|shall|should|must|need|needs|have to|has to|due|deadline|by|until|till|let's
		please|(?:can|could|would) you|tomorrow|next|upcoming|from|starts?|ends?|launch(?:es)?|ships?|comes?|expires?
		opens?|closes?|meets?|leaves?|arrives?|runs? out|happens?|is (?:on|in|at|scheduled|planned|due|moved|out)
		are (?:on|in|scheduled|planned|due)|goes? live
		(?:agreed|decided|moved|postponed|scheduled|planned|supposed|expected) (?:to|for|on)|reminder|before
		takes? place|within|sends?|return(?:s|ing)?|visit(?:s|ing)?|\w+ing on|(?:we|they|I|he|she) \w+
	`),
	due: anyOf(lines`
		(?:by|before) (?!(?:the way|we|I|you|that|now|then|me|it|him|her|them|hand|far)(?!\p{L}))\p{L}+
		until (?:the|our|next)|today|tonight|this (?:week|month|quarter|afternoon|evening)|first thing
		end of (?:the )?day|(?:straight|right) after
	`),
	later: anyOf(lines`
		tomorrow|tonight|over the weekend|next (?:week|month|quarter|year)|this (?:afternoon|evening|week)
		(?:after|before) (?:this|the|our|your|we|lunch)|by (?:noon|lunch|close|the end|end|\w+'s end)
		(?:as soon as|once|when) we (?:hang up|finish|are done|'re done)|end of (?:the )?day|first thing
	`),
	urgent: anyOf('as soon as possible|asap|urgent(?:ly)?|immediately|right away|today|tonight|tomorrow|this (?:morning|afternoon|evening)|straight away|first thing'),
	unhurried: anyOf('no rush|no hurry|whenever|when (?:I|you) (?:get|have|find) (?:the |some |a )?(?:time|chance|moment)|eventually|low priority|not urgent'),
	calendar: new Chrono({ ...en.casual, parsers: [...en.casual.parsers, dayOfMonth, dayBeforeMonth, englishEnd] }),
};
