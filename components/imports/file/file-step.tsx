'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { keepFocus } from '#components/ui/browser/keep-focus.ts'
import type { ImportWork } from '../work/import-work.ts'
import { StepHeading } from '../work/step-heading.tsx'
import { ChooseList } from './choose-list.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { PreviewList } from './preview-list.tsx'
import type { ReadList } from './use-read-list.ts'

type FileStepProps = {
  work: ImportWork | null
  list: ReadList
  /** Unfinished imports that can be continued instead. */
  unfinished: ReactNode
}

/** Step that chooses a list and shows how it was read. */
export function FileStep({ work, list, unfinished }: FileStepProps) {
  const t = useTranslations('imports.file')
  return (
    <>
      <DropAnywhere label={t('letGo')} onFile={list.readFile} />
      {work ? (
        <PreviewList work={work} list={list} />
      ) : (
        <div ref={keepFocus} className="grid gap-5">
          {unfinished}
          <StepHeading title={t('title')} focus={false}>
            {t('text')}
          </StepHeading>
          <ChooseList list={list} />
        </div>
      )}
    </>
  )
}
