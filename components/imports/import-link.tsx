'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/page/page-commands.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'

/** The way to the import, also from the palette. */
export function ImportLink({ projectId }: { projectId: number }) {
  const t = useTranslations('employees')
  const router = useRouter()
  const href = paths.newImport(projectId)
  usePageCommand('importPeople', () => router.push(href))
  return (
    <Link href={href} className={buttonClass()}>
      {t('import')}
    </Link>
  )
}
