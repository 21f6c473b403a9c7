'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/page/page-header.tsx'
import { useTitlePart } from '#components/page/page-title.ts'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { CheckIcon } from '#components/ui/icons.ts'
import { paths } from '#lib/address/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

const IMPORT_STEPS = ['file', 'columns', 'check', 'send'] as const

type ImportStep = (typeof IMPORT_STEPS)[number]

type ImportFrameProps = {
  project: Project
  step: ImportStep
  onBack?: Partial<Record<ImportStep, () => void>>
  children: ReactNode
}

/** Frame of every step: the project, the current step, and the links back. */
export function ImportFrame({ project, step, onBack, children }: ImportFrameProps) {
  const t = useTranslations('imports')
  useTitlePart('view', t(`steps.${step}`))
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

type StepRailProps = {
  step: ImportStep
  /** Callbacks that return to earlier steps. */
  onBack?: Partial<Record<ImportStep, () => void>>
}

/** The steps of an import: the current one, the coming ones, and links back. */
function StepRail({ step, onBack = {} }: StepRailProps) {
  const t = useTranslations('imports.steps')
  const at = IMPORT_STEPS.indexOf(step)
  return (
    <nav aria-label={t('label')}>
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {IMPORT_STEPS.map((name, index) => (
          <li
            key={name}
            aria-current={name === step ? 'step' : undefined}
            className="flex items-center gap-2"
          >
            {index > 0 && <span aria-hidden="true" className="h-px w-6 bg-line-strong max-sm:w-2" />}
            <StepName name={name} done={index < at} current={index === at} onBack={onBack[name]} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type StepNameProps = { name: ImportStep; done: boolean; current: boolean; onBack: (() => void) | undefined }

function StepName({ name, done, current, onBack }: StepNameProps) {
  const t = useTranslations('imports.steps')
  const words = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-5 place-items-center rounded-full text-xs tabular-nums [&>svg]:size-3',
          current && 'bg-accent text-on-accent',
          done && 'bg-accent-soft text-accent-text',
          !current && !done && 'bg-sunken text-muted',
        )}
      >
        {done ? <Icon of={CheckIcon} strokeWidth={3} /> : IMPORT_STEPS.indexOf(name) + 1}
      </span>
      <span className={cx(!current && 'max-[22rem]:sr-only')}>{t(name)}</span>
      {done && <span className="sr-only">{t('done')}</span>}
    </>
  )
  const look = cx(
    'inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm',
    current ? 'font-medium text-text' : 'text-muted',
  )
  if (!onBack || current) return <span className={look}>{words}</span>
  return (
    <button type="button" onClick={onBack} className={cx(look, 'hover:text-text hover:underline')}>
      {words}
    </button>
  )
}
