import type { ReactNode } from 'react'
import { splitInvisible } from '#lib/text/invisible.ts'
import { InvisibleMark } from './invisible-mark.tsx'

type ForeignTextProps = {
  children: string
  /** Of a sentence with such a text in it (`findDirection`); a browser finds that of the text alone. */
  dir?: 'ltr' | 'rtl' | undefined
}

/**
 * Text that the desk has not written: names, addresses, labels and reasons of the service, cells of a list. It is isolated, so that its
 * direction moves nothing around it, in no language that anybody knows, so that no name is read as a word of the page's, and what
 * nobody sees in it is a mark. Where only a text can stand (`aria-label`, `<option>`), `toVisible` says the same.
 */
export function ForeignText({ children, dir }: ForeignTextProps) {
  return (
    <bdi lang="" dir={dir}>
      {markInvisible(children)}
    </bdi>
  )
}

/** The same without the isolation, for a piece of a text that is isolated as a whole. */
export function MarkedText({ children }: { children: string }) {
  return markInvisible(children)
}

/** No component: a page of people has hundreds of texts, and most of them are as plain as this sentence. */
function markInvisible(text: string): ReactNode {
  const pieces = splitInvisible(text)
  if (pieces.length === 1 && pieces[0] && 'text' in pieces[0]) return text
  return pieces.map(piece =>
    'text' in piece ? piece.text : <InvisibleMark key={piece.at} code={piece.code} />,
  )
}
