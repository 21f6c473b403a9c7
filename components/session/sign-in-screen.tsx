import { Alert } from '#components/ui/alert.tsx'
import { paths } from '#lib/address/paths.ts'
import type { SignInInput, SignOnProblem } from '#lib/contracts/session.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { EntryFrame } from './entry-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SingleSignOnButton } from './single-sign-on-button.tsx'

type SignInScreenProps = {
  appName: string
  returnTo: string
  /** The account of practice mode, filled in. */
  practice: SignInInput | undefined
  /** Label of the button for the company's single sign-on; null without one. */
  provider: string | null
  /** True when users may sign in with a password of the desk. */
  local: boolean
  anyAccount: boolean
  problem: SignOnProblem | undefined
}

/** Sign-in page of the desk. */
export async function SignInScreen(props: SignInScreenProps) {
  const { appName, returnTo, practice, provider, local, anyAccount, problem } = props
  const t = await getTranslations('signIn')
  return (
    <EntryFrame title={t('title', { name: appName })}>
      {problem && provider && <Alert tone="danger">{t(`problems.${problem}`, { name: provider })}</Alert>}
      {returnTo !== paths.projects() && <p className="text-muted text-sm">{t('goOn')}</p>}
      {practice && <Alert>{t('practice')}</Alert>}
      {!anyAccount && !provider && (
        <Alert tone="warning" title={t('noAccount.title')}>
          <p>{t('noAccount.text')}</p>
          <code className="mt-2 block break-words rounded-sm bg-panel px-2 py-1.5 font-mono text-xs">
            {t('noAccount.command')}
          </code>
        </Alert>
      )}
      {provider && <SingleSignOnButton provider={provider} returnTo={returnTo} />}
      {provider && local && (
        <p className="flex items-center gap-3 text-muted text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          {t('or')}
        </p>
      )}
      {local && <SignInForm returnTo={returnTo} filled={practice} quiet={provider !== null} />}
    </EntryFrame>
  )
}
