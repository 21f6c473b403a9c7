import { useTranslations } from 'use-intl/react'

/** That a value is not saved, why, and what can be done about it; a reason that is about waiting says the first by itself. */
export default function NotSaved({ reason }: { reason: string | null }) {
  const t = useTranslations('employees.edit')
  const words =
    reason === null
      ? t('interrupted')
      : reason === t('notSentYet') || reason === t('mayInvite')
        ? reason
        : t('refused', { reason })
  return (
    <>
      {words} <span className="mt-1 block text-balance text-muted max-sm:hidden">{t('refusedKeys')}</span>
    </>
  )
}
