'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { setHelpOpen, showTourStep } from '#components/page/help-state.ts'
import { useGoTo } from '#components/page/use-go-to.ts'
import { ProjectStatus } from '#components/projects/project-status.tsx'
import { Button } from '#components/ui/button.tsx'
import { paths } from '#lib/address/paths.ts'
import { GLOSSARY, GLOSSARY_TERMS, type GlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { PROJECT_STATUSES } from '#lib/portrait-api/terms.ts'
import { isCap, SHORTCUTS } from './shortcuts.ts'

/** Meaning and next step of each status, all keys, and a button for the tour. */
export default function HelpContent() {
  const t = useTranslations('help')
  const goTo = useGoTo()

  function startTour() {
    setHelpOpen(false)
    goTo(paths.projects())
    showTourStep(0)
  }

  return (
    <div className="grid gap-8 p-5">
      <Glossary />
      <ProjectGlossary />
      <Shortcuts />
      <section className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken p-4">
        <p>{t('tourText')}</p>
        <Button onClick={startTour}>{t('tour')}</Button>
      </section>
    </div>
  )
}

function Glossary() {
  const t = useTranslations('help.glossary')
  const glossary = useTranslations('glossary')
  const employees = useTranslations('employees')
  // Whether employees are invited depends on the project, and the help is about no particular one.
  const formatNext = (term: GlossaryTerm) =>
    term === 'uninvited' ? t('uninvited') : glossary(`statuses.${term}.next`)
  return (
    <TermSection id="help-glossary" title={t('title')}>
      {GLOSSARY_TERMS.map(term => (
        <Term key={term} says={`${glossary(`statuses.${term}.means`)} ${formatNext(term)}`}>
          <span className={`status font-medium status-${term === 'uninvited' ? 'pending' : term}`}>
            {employees(`tiles.${term}`)}
          </span>
          <span className="block text-muted text-sm">{glossary(`who.${GLOSSARY[term]}`)}</span>
        </Term>
      ))}
    </TermSection>
  )
}

function ProjectGlossary() {
  const t = useTranslations('help.glossary')
  const glossary = useTranslations('glossary.projects')
  const projects = useTranslations('projects.statuses')
  return (
    <TermSection id="help-projects" title={t('projects')}>
      {[...PROJECT_STATUSES, 'other' as const].map(status => (
        <Term key={status} says={glossary(status)}>
          {status === 'other' ? projects('other') : <ProjectStatus status={status} />}
        </Term>
      ))}
    </TermSection>
  )
}

function TermSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <dl className="grid gap-3">{children}</dl>
    </section>
  )
}

function Term({ says, children }: { says: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt>{children}</dt>
      <dd className="text-pretty text-sm">{says}</dd>
    </div>
  )
}

function Shortcuts() {
  const t = useTranslations('help.keys')
  return (
    <section aria-labelledby="help-keys" className="grid gap-3">
      <h3 id="help-keys" className="font-semibold">
        {t('title')}
      </h3>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {SHORTCUTS.map(({ group, keys }) => (
          <section key={group} aria-labelledby={`help-keys-${group}`}>
            <h4 id={`help-keys-${group}`} className="mb-1.5 text-muted text-sm">
              {t(`groups.${group}`)}
            </h4>
            <dl className="grid gap-1.5">
              {keys.map(({ name, presses }) => (
                <div key={name} className="flex items-center justify-between gap-4 text-sm">
                  <dt>{t(`names.${name}`)}</dt>
                  <dd className="flex shrink-0 gap-2">
                    {presses.map(press => (
                      <span key={press.join()} className="flex gap-1">
                        {press.map(key => (
                          <kbd
                            key={key}
                            className="grid h-6 min-w-6 place-items-center rounded-sm border border-line bg-surface px-1.5 font-sans text-muted text-xs"
                          >
                            {isCap(key) ? t(`caps.${key}`) : key}
                          </kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  )
}
