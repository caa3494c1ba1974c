/** The rendered form, as values: the build evaluates this module. */
export { builderHint, properties, subtitle } from './form.ts';
export { WEBHOOK_PATH } from './registration.ts';
