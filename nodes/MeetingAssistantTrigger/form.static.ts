/** The rendered form, as values: the build evaluates this module. */
export { WEBHOOK_PATH } from './place.ts';
export { properties, subtitle } from './properties.ts';
