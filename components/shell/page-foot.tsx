import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'

/** Footer of every page of the desk. */
export async function PageFoot() {
  const t = await getTranslations('app')
  return (
    <footer className="mx-auto w-full max-w-[77rem] px-4 pb-6 text-sm sm:px-6">
      <Link
        href={paths.accessibility()}
        className="inline-flex min-h-6 items-center rounded-sm text-muted underline-offset-2 hover:text-text hover:underline"
      >
        {t('accessibility')}
      </Link>
    </footer>
  )
}
