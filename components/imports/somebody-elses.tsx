'use client'

import { useTranslations } from 'use-intl/react'
import { Panel } from '#components/ui/panel.tsx'
import type { Import } from '#lib/contracts/imports.ts'
import { SendFacts } from './send/send-facts.tsx'
import { StepHeading } from './step-heading.tsx'

/** That somebody is importing here, and how far it is; what is in the list is theirs. */
export function SomebodyElses({ of }: { of: Import }) {
  const t = useTranslations('imports.others')
  return (
    <div className="grid gap-4">
      <StepHeading title={t('title', { owner: of.owner_email })}>{t('text')}</StepHeading>
      {of.planned > 0 && (
        <Panel className="p-5">
          <SendFacts of={of} />
        </Panel>
      )}
    </div>
  )
}
