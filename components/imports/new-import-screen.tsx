'use client'

import { lazy, Suspense } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { FileStep } from './file/file-step.tsx'
import { UnfinishedImports } from './file/unfinished-imports.tsx'
import { ImportFrame } from './import-frame.tsx'
import { changeImportWork, useImportWork } from './import-work.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

const ColumnsStep = lazy(() => import('./columns/columns-step.tsx'))

/** The first two steps: all of it happens in the browser, and ends with it. */
export function NewImportScreen({ project }: { project: Project }) {
  const work = useImportWork(project.id)
  const step = work?.step ?? 'file'
  useLeaveWarning(work !== null && work.draftId === undefined)
  return (
    <ImportFrame project={project} step={step} onBack={{ file: () => changeImportWork({ step: 'file' }) }}>
      {work && step === 'columns' ? (
        <Suspense fallback={<Skeleton shape="box" className="h-80" />}>
          <ColumnsStep work={work} />
        </Suspense>
      ) : (
        <FileStep
          projectId={project.id}
          work={work}
          unfinished={<UnfinishedImports projectId={project.id} />}
        />
      )}
    </ImportFrame>
  )
}
