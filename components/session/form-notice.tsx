'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'

/** A pause before the next attempt: `asked` seconds in total, `left` remaining. */
type Pause = { asked: number; left: number }

type FormNoticeProps = { pause: Pause | null; problem: string | undefined }

/** Shows above a form the remaining pause, else why the last attempt failed. */
export function FormNotice({ pause, problem }: FormNoticeProps) {
  if (pause) return <PauseNotice pause={pause} />
  return (
    problem && (
      <Alert tone="danger" live>
        {problem}
      </Alert>
    )
  )
}

/** The countdown is hidden from screen readers: they announce the duration once, and the end once. */
function PauseNotice({ pause: { asked, left } }: { pause: Pause }) {
  const t = useTranslations('signIn.throttled')
  if (left === 0) return <Alert live>{t('over')}</Alert>
  return (
    <Alert tone="warning" live title={t('title')}>
      <span aria-hidden="true" className="tabular-nums">
        {t('wait', { seconds: left })}
      </span>
      <span className="sr-only">{t('wait', { seconds: asked })}</span>
    </Alert>
  )
}

const TICK_MS = 250

/** A pause with a countdown. It uses the clock and not a count of ticks, because background tabs tick late. */
export function usePause() {
  const [pause, setPause] = useState<Pause | null>(null)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)

  function begin(asked: number) {
    const end = Date.now() + asked * 1000
    clearInterval(timer.current)
    timer.current = setInterval(tick, TICK_MS)
    tick()

    function tick() {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setPause(known => (known?.asked === asked && known.left === left ? known : { asked, left }))
      if (left === 0) clearInterval(timer.current)
    }
  }

  function forget() {
    clearInterval(timer.current)
    setPause(null)
  }

  return { pause, waiting: pause !== null && pause.left > 0, begin, forget }
}
