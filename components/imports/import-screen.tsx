'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import type { Import } from '#lib/contracts/imports.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { DropAnywhere } from './file/drop-anywhere.tsx'
import { ImportFrame } from './import-frame.tsx'
import { SendStep, SomebodyElses } from './send-step.tsx'
import { changeImportWork, setImportWork, useImportWork } from './work/import-work.ts'
import { isAtRest, useImport } from './work/use-import.ts'

const CheckLoader = lazy(loadWithRetry(() => import('./check/check-loader.tsx')))

type ImportScreenProps = { project: Project; initial: Import }

/** The last two steps: the server stores the import, so it continues here after a reload or on another day. */
export function ImportScreen({ project, initial }: ImportScreenProps) {
  const t = useTranslations('imports.otherList')
  const router = useRouter()
  const work = useImportWork(project.id)
  const { data, error } = useImport(initial)
  const draft = data.state === 'draft'
  const held = work?.draft?.id === data.id

  function back(step: 'file' | 'columns') {
    if (held) changeImportWork({ step })
    else setImportWork(null)
    router.push(paths.newImport(project.id))
  }

  return (
    <ImportFrame
      project={project}
      step={draft ? 'check' : 'send'}
      {...(draft && {
        onBack: { file: () => back('file'), ...(held && { columns: () => back('columns') }) },
      })}
    >
      <DropAnywhere
        label={t('notHere')}
        onFile={() => toast({ title: t('notHere'), text: t('notHereText') })}
      />
      {!data.mine ? (
        <SomebodyElses of={data} />
      ) : isAtRest(data) ? (
        <Suspense fallback={<Skeleton shape="box" className="h-96" />}>
          <CheckLoader project={project} of={data} />
        </Suspense>
      ) : (
        <SendStep of={data} lost={error !== null} />
      )}
    </ImportFrame>
  )
}
