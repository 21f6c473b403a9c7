import type { ReactNode } from 'react'
import { BackLink } from '#components/ui/back-link.tsx'
import { UserText } from '#components/ui/user-text.tsx'

type PageHeaderProps = {
  title: string
  back?: { href: string; label: string }
  /** One muted line below the title. */
  facts?: ReactNode
  actions?: ReactNode
}

/** The head of every page: the parent page, the title, and the main action at the top right. */
export function PageHeader({ title, back, facts, actions }: PageHeaderProps) {
  return (
    <div className="grid gap-1">
      {back && <BackLink {...back} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <h1 className="break-words text-xl">
            <UserText>{title}</UserText>
          </h1>
          {facts && (
            <div className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-pretty text-muted">{facts}</div>
          )}
        </div>
        {actions && (
          <div className="no-print flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>*,&>.contents>:not([aria-label])]:grow">
            {actions}
          </div>
        )}
      </div>
    </div>
  )
}
