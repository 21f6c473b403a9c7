import { BrandMark } from '#components/shell/brand-mark.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import type { SignInInput } from './sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'

type SignInScreenProps = {
  appName: string
  returnTo: string
  practice: SignInInput | undefined
  anyAccount: boolean
}

/** Who am I, where am I? */
export async function SignInScreen({ appName, returnTo, practice, anyAccount }: SignInScreenProps) {
  const t = await getTranslations('signIn')
  return (
    <div className="w-full max-w-sm">
      <BrandMark className="mx-auto size-11" />
      <h1 className="mt-5 mb-6 text-center text-xl">{t('title', { name: appName })}</h1>
      <Panel className="grid gap-5 p-6">
        {practice && <Alert>{t('practice')}</Alert>}
        {!practice && !anyAccount && (
          <Alert tone="warning" title={t('noAccount.title')}>
            <p>{t('noAccount.text')}</p>
            <code className="mt-2 block break-words rounded-sm bg-panel px-2 py-1.5 font-mono text-xs">
              {t('noAccount.command')}
            </code>
          </Alert>
        )}
        <SignInForm returnTo={returnTo} filled={practice} />
      </Panel>
    </div>
  )
}
