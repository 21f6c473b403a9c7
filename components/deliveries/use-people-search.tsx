'use client'

import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { SearchField } from '#components/ui/field/search-field.tsx'

/** Pages through employees with a search field: a new search or filter starts at the first page. */
export function usePeopleSearch(): {
  query: { q: string | undefined; page: number }
  setPage: (page: number) => void
  field: ReactNode
} {
  const t = useTranslations('deliveries.record')
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const words = useDeferredValue(typed.trim())
  const field = (
    <SearchField
      label={t('search')}
      placeholder={t('search')}
      value={typed}
      onChange={value => {
        setTyped(value)
        setPage(1)
      }}
    />
  )
  return { query: { q: words || undefined, page }, setPage, field }
}
