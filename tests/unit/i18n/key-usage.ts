import { globSync, readFileSync } from 'node:fs'

/** A place where the sources request a text. `keys` may contain `*` for a part that is known only at run time. */
export type Use = { file: string; namespace: string; keys: string[] }
/** A source file, and a translator in it: from `index` on, `name` returns texts of `namespace`. */
type Source = { file: string; text: string }
type Translator = { name: string | undefined; namespace: string; index: number }

const MADE =
  /(?:const (\w+) = (?:await )?|\(await )(?:(?:use|get)Translations\((?:'([\w.]+)')?|createTranslator\(\{[^}]*?namespace: '([\w.]+)')/g
const ALIAS = /type (\w+) = (?:Awaited<)?ReturnType<typeof \w+<(?:\w+, )?'([\w.]+)'>>/g

/** Every use of a text: `t('key')`, `t.rich('key')`, `(await getTranslations('ns'))('key')`. */
export function listUses(): Use[] {
  return findUses(
    globSync('{app,components,lib}/**/*.{ts,tsx}').map(file => ({ file, text: readFileSync(file, 'utf8') })),
  )
}

export function findUses(sources: Source[]): Use[] {
  const aliases = sources.flatMap(({ text }) => [...text.matchAll(ALIAS)])
  return sources.flatMap(source => {
    const made = [...source.text.matchAll(MADE)].map(
      ({ 0: whole, 1: name, 2: asked, 3: created, index }) => ({
        name,
        namespace: asked ?? created ?? '',
        index: index + whole.length,
      }),
    )
    const given = aliases.flatMap(([, alias, namespace = '']) =>
      [...source.text.matchAll(new RegExp(`(\\w+): ${alias}\\b`, 'g'))].map(({ 1: name, index }) => ({
        name,
        namespace,
        index,
      })),
    )
    const translators = [...made, ...given].toSorted((one, other) => one.index - other.index)
    return translators.flatMap((translator, at) => findCalls(source, translator, translators.slice(at + 1)))
  })
}

/** Finds the calls of a translator, up to where another one takes its name. */
function findCalls(
  { file, text }: Source,
  { name, namespace, index }: Translator,
  later: Translator[],
): Use[] {
  if (!name) return [toUse(file, namespace, readArgument(text, text.indexOf(')(', index) + 2))]
  const part = text.slice(index, later.find(other => other.name === name)?.index)
  const calls = part.matchAll(new RegExp(`(?<![\\w.])${name}(?:\\.(?:rich|markup|has|raw))?\\(`, 'g'))
  return [...calls].map(call => toUse(file, namespace, readArgument(part, call.index + call[0].length)))
}

/** Reads the first argument of a call, from behind its parenthesis. */
function readArgument(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (depth === 0 && ',)'.includes(sign)) return text.slice(start, at)
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign)) depth--
  }
  return text.slice(start)
}

/**
 * Returns the keys of an argument, with `*` for parts other than strings. In `a === 'b' ? 'c' : 'd'`, 'b' is no key.
 */
function toUse(file: string, namespace: string, argument: string): Use {
  const strings = argument.replace(/[!=]== '[^']*'/g, '').matchAll(/'([^']*)'|`([^`]*)`/g)
  const keys = [...strings].map(([, plain, template = '']) => plain ?? template.replace(/\$\{[^}]*\}/g, '*'))
  return { file, namespace, keys: keys.length > 0 ? keys : ['*'] }
}
