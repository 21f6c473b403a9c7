'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { showTourStep } from '#components/page/help-state.ts'
import { useProjects } from '#components/projects/use-projects.ts'
import { Said } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { CloseIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/http/desk-request.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

/** What each step shows, and whether that is on the page of a project. */
const STEPS = [
  { name: 'projects', inProject: false, shows: `main li:has(a[href^="${toAddress('/projects/')}"])` },
  { name: 'people', inProject: true, shows: 'main ul:has(> li > button[aria-pressed])' },
  { name: 'person', inProject: true, shows: 'main .name-link' },
  { name: 'download', inProject: true, shows: 'main [data-tour="download"]' },
  { name: 'import', inProject: true, shows: 'main a[href$="/import"]' },
] as const

type TourProps = {
  /** Null: it is only offered. */
  step: number | null
  onLeave: () => void
}

/** Five steps on the pages themselves, in a card that lets everything else be used; whoever leaves it is not asked again. */
export default function Tour({ step, onLeave }: TourProps) {
  const t = useTranslations('tour')
  const router = useRouter()
  const { data: projects = [] } = useProjects({ enabled: true })
  const shown = step === null ? undefined : STEPS[step]
  useMarked(shown?.shows)

  function go(next: number) {
    const largest = findLargest(projects)
    const { inProject } = STEPS[next] ?? STEPS[0]
    if (!inProject) router.push(paths.projects())
    else if (largest) router.push(paths.project(largest.id))
    showTourStep(next)
  }

  function leave() {
    showTourStep(null)
    onLeave()
    // If this does not get through, the tour is offered once more, which does no harm.
    deskCommand(paths.api.preferences(), { method: 'PUT', body: { tour_left: true } }).catch(() => {})
  }

  if (!shown || step === null)
    return (
      <Card title={t('offer.title')} onLeave={leave} text={t('offer.text')}>
        <Button variant="quiet" size="small" onClick={leave}>
          {t('offer.no')}
        </Button>
        <Button variant="primary" size="small" onClick={() => go(0)}>
          {t('offer.start')}
        </Button>
      </Card>
    )
  const isLast = step === STEPS.length - 1
  return (
    <Card
      title={t(`steps.${shown.name}.title`)}
      text={isLast ? `${t(`steps.${shown.name}.text`)} ${t('again')}` : t(`steps.${shown.name}.text`)}
      onLeave={leave}
    >
      <span className="me-auto text-muted text-sm tabular-nums">
        {t('progress', { step: step + 1, steps: STEPS.length })}
      </span>
      {step > 0 && (
        <Button variant="quiet" size="small" onClick={() => go(step - 1)}>
          {t('back')}
        </Button>
      )}
      <Button variant="primary" size="small" onClick={() => (isLast ? leave() : go(step + 1))}>
        {isLast ? t('done') : t('next')}
      </Button>
    </Card>
  )
}

type CardProps = { title: string; text: string; onLeave: () => void; children: ReactNode }

function Card({ title, text, onLeave, children }: CardProps) {
  const t = useTranslations('tour')
  return (
    <section
      aria-label={t('label')}
      onKeyDown={event => event.key === 'Escape' && onLeave()}
      className="floating-card fixed inset-x-4 bottom-4 z-30 grid gap-3 rounded-lg border border-line bg-raised p-4 shadow-high sm:inset-x-auto sm:start-6 sm:bottom-6 sm:w-88"
    >
      <div className="flex items-start gap-2">
        <Said as="div" className="grow">
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-1 text-pretty text-muted text-sm">{text}</p>
        </Said>
        <IconButton small label={t('leave')} onClick={onLeave}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">{children}</div>
    </section>
  )
}

/** The project with the most people has something of everything to show. */
function findLargest(projects: readonly Project[]): Project | undefined {
  const active = projects.filter(({ status }) => status === 'active')
  return active.toSorted((a, b) => (b.employees_count ?? 0) - (a.employees_count ?? 0))[0]
}

/** Draws a line around what a step is about, as soon as that is on the page (`parts.css`). */
function useMarked(selector: string | undefined): void {
  useEffect(() => {
    if (!selector) return
    let marked: Element | null = null
    function mark() {
      if (marked?.isConnected || !selector) return
      marked = document.querySelector(selector)
      marked?.toggleAttribute('data-toured', true)
      marked?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      marked?.toggleAttribute('data-toured', false)
    }
  }, [selector])
}
