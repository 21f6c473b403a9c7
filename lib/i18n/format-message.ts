import compile from 'icu-minify/compile'
import formatCompiled from 'use-intl/format-message/format-only'
import { toVisible } from '#lib/text/invisible.ts'

type Options = Parameters<typeof formatCompiled>[3]
type Values = Parameters<typeof formatCompiled>[2]
type Compiled = Parameters<typeof formatCompiled>[1]

const compiled = new Map<string, Compiled>()

/**
 * Formats an ICU message. The build puts this in the place of use-intl's own formatter (`next.config.ts`), so that every value of
 * every text passes here, in toasts, labels and titles as well: invisible characters are written out, and a name that is
 * written from right to left moves nothing around it.
 */
export default function formatMessage(
  key: string,
  message: string,
  values: Values,
  options: Options,
): ReturnType<typeof formatCompiled> {
  return formatCompiled(key, compileOnce(message), toVisibleValues(values), options)
}

/** Tells use-intl that `t.raw` is not available. */
formatMessage.raw = false

function compileOnce(message: string): Compiled {
  const known = compiled.get(message) ?? compile(message)
  compiled.set(message, known)
  return known
}

function toVisibleValues(values: Values): Values {
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? toVisible(value) : value,
      ]),
    )
  )
}
