'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'
import { startSingleSignOn } from './sign-in.ts'

export function SingleSignOnButton({ provider, returnTo }: { provider: string; returnTo: string }) {
  const t = useTranslations('signIn')
  const sentence = useTranslations('errors')
  const hydrated = useHydrated()
  const [leaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<ErrorCode>()

  /** Stays busy while the browser leaves. After "Back" the button works again. */
  async function leave() {
    setLeaving(true)
    setProblem(undefined)
    window.addEventListener('pageshow', () => setLeaving(false), { once: true })
    try {
      await startSingleSignOn(returnTo)
    } catch (thrown) {
      setProblem(toDeskError(thrown).code)
      setLeaving(false)
    }
  }

  return (
    <div className="grid gap-4">
      {problem && (
        <Alert tone="danger" live>
          {sentence(problem)}
        </Alert>
      )}
      <Button
        variant="primary"
        busy={leaving}
        disabled={!hydrated}
        onClick={leave}
        className="h-auto min-h-9 w-full whitespace-normal py-1.5"
      >
        {leaving ? t('leaving', { name: provider }) : t('singleSignOn', { name: provider })}
      </Button>
    </div>
  )
}
