import { PageHeader } from '#components/page/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/address/paths.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { getEnv } from '#lib/settings/env.ts'

const LIMITS = ['readers', 'portraits', 'tables', 'paper'] as const
const AFTER = ['made', 'feedback', 'enforcement'] as const

/**
 * The statement that German law requires of public bodies (BITV 2.0, section 7). It is based on
 * docs/accessibility.md.
 */
export async function AccessibilityScreen() {
  const t = await getTranslations('accessibility')
  const { appName } = getEnv()
  return (
    <main id="content" className="mx-auto w-full max-w-3xl grow px-4 pt-6 pb-20 sm:px-6">
      <PageHeader title={t('title')} back={{ href: paths.projects(), label: appName }} />
      <Panel className="mt-5 grid gap-6 px-6 py-5">
        <p>{t('text', { name: appName })}</p>
        <section>
          <h2 className="text-lg">{t('status.title')}</h2>
          <p className="mt-0.5">{t('status.text')}</p>
        </section>
        <section>
          <h2 className="text-lg">{t('limits.title')}</h2>
          <ul className="mt-0.5 grid list-disc gap-1 ps-5">
            {LIMITS.map(name => (
              <li key={name}>{t(`limits.${name}`)}</li>
            ))}
          </ul>
        </section>
        {AFTER.map(name => (
          <section key={name}>
            <h2 className="text-lg">{t(`${name}.title`)}</h2>
            <p className="mt-0.5">{t(`${name}.text`)}</p>
          </section>
        ))}
      </Panel>
    </main>
  )
}
