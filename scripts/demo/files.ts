/** What the demo shows when it is not told otherwise. Relative to the package's folder. */
export const MEETING = 'examples/meetings/quillbrook-pilot.vtt';

/** The workflow it runs, as anybody can import it into n8n. */
export const WORKFLOW = 'examples/follow-up-email.json';
