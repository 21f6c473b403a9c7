import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tone, toneText } from './tone.ts'

type StatusMarkProps = { tone?: Tone; mark: ReactNode; children: ReactNode }

/** Status as a word with a mark. The mark carries the tone; the word is readable without it. */
export function StatusMark({ tone = 'neutral', mark, children }: StatusMarkProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-top">
      <span className={cx('inline-flex', toneText[tone])}>{mark}</span>
      {children}
    </span>
  )
}
