import { catalogue } from '../../src/operations/index.ts';
import { builderHint as builderHintOf, nodeProperties, SENSITIVE, subtitle as subtitleOf } from './form/properties.ts';

/** The rendered form, as values: the build evaluates this module. */
export const properties = nodeProperties(catalogue);
export const subtitle = subtitleOf(catalogue);
export const builderHint = builderHintOf(catalogue);
export const sensitiveOutputFields = SENSITIVE;
