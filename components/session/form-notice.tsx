'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'

/** How long nothing may be tried: `asked` seconds in all, of which `left` are left. */
type Pause = { asked: number; left: number }

type FormNoticeProps = { pause: Pause | null; problem: string | undefined }

/** Says above a form how long its pause lasts, else why the last attempt failed. */
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

/** The seconds count for the eye only: a screen reader hears once how long, and once that it is over. */
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

/**
 * A pause that counts itself down. It goes by the clock and not by its ticks, because a tab in the background ticks
 * late.
 */
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
