import compile from 'icu-minify/compile'
import formatCompiled from 'use-intl/format-message/format-only'
import { toVisible } from '#lib/text/invisible.ts'

type Options = Parameters<typeof formatCompiled>[3]
type Values = Parameters<typeof formatCompiled>[2]
type Compiled = Parameters<typeof formatCompiled>[1]

const compiled = new Map<string, Compiled>()

/**
 * Formats an ICU message. The build replaces use-intl's own formatter with this one (`next.config.ts`), so that every
 * value in every text passes through it, including toasts, labels and titles. It writes out invisible characters, and
 * isolates right-to-left names from the text around them.
 */
export default function formatMessage(
  key: string,
  message: string,
  values: Values,
  options: Options,
): ReturnType<typeof formatCompiled> {
  return formatCompiled(key, compileOnce(message), toVisibleValues(values), options)
}

/** Declares to use-intl that `t.raw` is not available. */
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
