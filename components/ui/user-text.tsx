import type { ReactNode } from 'react'
import { splitInvisible } from '#lib/text/invisible.ts'
import { InvisibleMark } from './invisible-mark.tsx'

type ForeignTextProps = {
  children: string
  /**
   * Direction of the sentence that contains such a text (`findDirection`); for the text alone, the browser finds it.
   */
  dir?: 'ltr' | 'rtl' | undefined
}

/**
 * Text that the desk has not written: names, addresses, labels and reasons of the service, cells of a list. It is
 * isolated, so its direction does not affect the text around it. Its language is unknown, so names are not read as
 * words of the page's language. Invisible characters become marks. For plain text (`aria-label`, `<option>`), use
 * `toVisible`.
 */
export function UserText({ children, dir }: ForeignTextProps) {
  return (
    <bdi lang="" dir={dir}>
      {markInvisible(children)}
    </bdi>
  )
}

/** Marks invisible characters without isolation, for a piece of a text that is isolated as a whole. */
export function MarkedText({ children }: { children: string }) {
  return markInvisible(children)
}

/** Not a component: a page of employees has hundreds of texts, most of them without invisible characters. */
function markInvisible(text: string): ReactNode {
  const pieces = splitInvisible(text)
  if (pieces.length === 1 && pieces[0] && 'text' in pieces[0]) return text
  return pieces.map(piece =>
    'text' in piece ? piece.text : <InvisibleMark key={piece.at} code={piece.code} />,
  )
}
