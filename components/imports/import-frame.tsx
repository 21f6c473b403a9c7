'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/page/page-header.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { type ImportStep, StepRail } from './step-rail.tsx'

type ImportFrameProps = {
  project: Project
  step: ImportStep
  onBack?: Partial<Record<ImportStep, () => void>>
  children: ReactNode
}

/** What all steps have around them: for which project, which step, and the way back to the people. */
export function ImportFrame({ project, step, onBack, children }: ImportFrameProps) {
  const t = useTranslations('imports')
  return (
    <>
      <PageHeader title={t('title')} back={{ href: paths.project(project.id), label: project.name }} />
      <div className="mt-4 mb-6">
        <StepRail step={step} {...(onBack && { onBack })} />
      </div>
      {children}
    </>
  )
}
