import formatCompiled from 'use-intl/format-message/format-only'
import { toVisible } from '#lib/text/invisible.ts'

type Format = typeof formatCompiled
type Values = Parameters<Format>[2]

/**
 * How a browser says a text (`next.config.ts` puts this in the place of `use-intl/format-message`). Every value that comes
 * into a sentence passes here, in toasts, labels and titles as well: what nobody sees in it is written out, and what is
 * written from right to left moves nothing around it.
 */
export default function formatMessage(
  ...[key, message, values, options]: Parameters<Format>
): ReturnType<Format> {
  return formatCompiled(key, message, showValues(values), options)
}

formatMessage.raw = false

function showValues(values: Values): Values {
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
