'use client'

import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#components/ui/button.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Import } from '#lib/imports/import-contract.ts'

/** `isOver`: nothing is left to be sent, so the people are what comes next. */
type ResultActionsProps = { of: Import; isOver: boolean }

/** The account as a file, and the way to the people. */
export function ResultActions({ of: { id, project_id }, isOver }: ResultActionsProps) {
  const t = useTranslations('imports.result')
  return (
    <>
      {(['xlsx', 'csv'] as const).map(format => (
        <a key={format} href={paths.api.importResult(id, format)} download className={buttonClass()}>
          <DownloadIcon />
          {t(`files.${format}`)}
        </a>
      ))}
      <Link href={paths.project(project_id)} className={buttonClass(isOver ? { variant: 'primary' } : {})}>
        {t('toPeople')}
      </Link>
    </>
  )
}
