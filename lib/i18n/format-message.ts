import compile from 'icu-minify/compile'
import formatCompiled from './format-compiled.ts'

type Compiled = Parameters<typeof formatCompiled>[1]
type Rest = Parameters<typeof formatCompiled> extends [string, unknown, ...infer Others] ? Others : never

const known = new Map<string, Compiled>()

/**
 * How the server says a text (`next.config.ts` puts this in the place of `use-intl/format-message`): its own texts are
 * ICU, those of the components that it draws for a browser are compiled already. A browser gets the second half only.
 * See docs/decisions/025-small-pages.md.
 */
export default function formatMessage(key: string, message: string | Compiled, ...rest: Rest) {
  return formatCompiled(key, typeof message === 'string' ? compileOnce(message) : message, ...rest)
}

formatMessage.raw = false

function compileOnce(message: string): Compiled {
  const made = known.get(message) ?? compile(message)
  known.set(message, made)
  return made
}
