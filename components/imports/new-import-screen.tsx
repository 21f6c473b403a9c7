'use client'

import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { useLeaveWarning } from '#components/ui/browser/use-leave-warning.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Import } from '#lib/contracts/imports.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { DropAnywhere } from './file/drop-anywhere.tsx'
import { FileStep } from './file/file-step.tsx'
import { UnfinishedImports } from './file/unfinished-imports.tsx'
import { useReadList } from './file/use-read-list.ts'
import { ImportFrame } from './import-frame.tsx'
import { changeImportWork, useImportWork } from './work/import-work.ts'

const ColumnsStep = lazy(loadWithRetry(() => import('./columns/columns-step.tsx')))

type NewImportScreenProps = { project: Project; unfinished: Import[] }

/** The first two steps: they run in the browser alone, and their data is lost with the tab. */
export function NewImportScreen({ project, unfinished }: NewImportScreenProps) {
  const held = useImportWork(project.id)
  // A draft on the server is listed among the unfinished imports, with all edits made there.
  const work = held?.step === 'draft' ? null : held
  const list = useReadList(project.id)
  const step = work?.step === 'columns' ? 'columns' : 'file'
  useLeaveWarning(work !== null && work.draft === undefined)
  return (
    <ImportFrame project={project} step={step} onBack={{ file: () => changeImportWork({ step: 'file' }) }}>
      {work?.step === 'columns' ? (
        <Suspense fallback={<Skeleton shape="box" className="h-80" />}>
          <ColumnsStep work={work} />
          <DropOtherList
            onFile={file => {
              changeImportWork({ step: 'file' })
              list.readFile(file)
            }}
          />
        </Suspense>
      ) : (
        <FileStep
          work={work}
          list={list}
          unfinished={<UnfinishedImports projectId={project.id} drawn={unfinished} />}
        />
      )}
    </ImportFrame>
  )
}

/** A list dropped while another is being edited replaces it only after confirmation. */
function DropOtherList({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations('imports.otherList')
  const [file, setFile] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)

  function ask(dropped: File) {
    setFile(dropped)
    setAsking(true)
  }

  return (
    <>
      <DropAnywhere label={t('letGo')} onFile={ask} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="accent"
        title={t('title')}
        confirmLabel={t('confirm')}
        onConfirm={() => {
          setAsking(false)
          if (file) onFile(file)
        }}
      >
        {t('text', { name: file?.name ?? '' })}
      </ConfirmDialog>
    </>
  )
}
