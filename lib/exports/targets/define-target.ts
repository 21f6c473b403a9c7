import { type Target, type TargetInput, targetSchema } from './target.ts'

/** A built-in target, checked by the schema that checks an operator's. */
export function defineTarget(target: TargetInput): Target {
  return targetSchema.parse(target)
}
