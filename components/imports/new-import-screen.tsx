'use client'

import { lazy, Suspense } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { DropOtherList } from './file/drop-other-list.tsx'
import { FileStep } from './file/file-step.tsx'
import { UnfinishedImports } from './file/unfinished-imports.tsx'
import { useReadList } from './file/use-read-list.ts'
import { ImportFrame } from './import-frame.tsx'
import { changeImportWork, useImportWork } from './import-work.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

const ColumnsStep = lazy(() => import('./columns/columns-step.tsx'))

/** The first two steps: all of it happens in the browser, and ends with it. */
export function NewImportScreen({ project }: { project: Project }) {
  const work = useImportWork(project.id)
  const list = useReadList(project.id)
  const step = work?.step ?? 'file'
  useLeaveWarning(work !== null && work.draftId === undefined)
  return (
    <ImportFrame project={project} step={step} onBack={{ file: () => changeImportWork({ step: 'file' }) }}>
      {work && step === 'columns' ? (
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
        <FileStep work={work} list={list} unfinished={<UnfinishedImports projectId={project.id} />} />
      )}
    </ImportFrame>
  )
}
