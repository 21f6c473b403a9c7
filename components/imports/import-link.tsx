'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/page/page-commands.ts'
import { useGoTo } from '#components/page/use-go-to.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'

type ImportLinkProps = {
  projectId: number
  variant?: 'primary' | 'secondary'
  /** Label that replaces "Import". */
  children?: ReactNode
}

/** Link to the import, also offered in the palette. */
export function ImportLink({ projectId, variant = 'secondary', children }: ImportLinkProps) {
  const t = useTranslations('employees')
  const goTo = useGoTo()
  const href = paths.newImport(projectId)
  usePageCommand('importPeople', () => goTo(href))
  return (
    <Link href={href} className={buttonClass({ variant })}>
      {children ?? t('import')}
    </Link>
  )
}
