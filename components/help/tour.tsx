'use client'

import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { TILES_ID } from '#components/employees/find/people-tiles.tsx'
import { leaveTour, showTourStep } from '#components/page/help-state.ts'
import { useGoTo } from '#components/page/use-go-to.ts'
import { useProjects } from '#components/projects/use-projects.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { focusOnMount, moveFocus } from '#components/ui/browser/focus.ts'
import { keepFootRoom } from '#components/ui/browser/foot-room.ts'
import { useCards } from '#components/ui/browser/use-narrow.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

/** Element that each step shows, and whether it is on the page of a project. */
const STEPS = [
  { name: 'projects', inProject: false, shows: `main li:has(a[href^="${toAddress('/projects/')}"])` },
  { name: 'people', inProject: true, shows: `#${TILES_ID}` },
  { name: 'person', inProject: true, shows: 'main .name-link' },
  { name: 'download', inProject: true, shows: 'main [data-tour="download"]' },
  { name: 'import', inProject: true, shows: 'main a[href$="/import"]' },
] as const

/** Five steps on the pages themselves, explained at the bottom of the window, where they cover nothing. */
export default function Tour({ step }: { step: number }) {
  const t = useTranslations('tour')
  const goTo = useGoTo()
  const { data: projects = [] } = useProjects({ enabled: true })
  const shown = STEPS[step] ?? STEPS[0]
  const isCards = useCards()
  useMarked(shown.shows)

  function go(next: number) {
    const largest = findLargest(projects)
    const { inProject } = STEPS[next] ?? STEPS[0]
    if (!inProject) goTo(paths.projects())
    else if (largest) goTo(paths.project(largest.id))
    showTourStep(next)
  }

  /** Moves the focus, because the buttons of the tour disappear. */
  function leave() {
    moveFocus('main h1')
    leaveTour()
  }

  const isLast = step === STEPS.length - 1
  // Touch screens have no keys.
  const text = t(isCards && shown.name === 'person' ? 'steps.person.touch' : `steps.${shown.name}.text`)
  return (
    <section
      ref={keepRoom}
      aria-label={t('label')}
      onKeyDown={event => event.key === 'Escape' && leave()}
      className="tour-strip foot-strip fixed inset-x-0 bottom-[var(--toast-room,0px)] z-30 border-line border-t bg-raised"
    >
      <div className="mx-auto flex w-full max-w-[77rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
        <LiveText as="div" className="grow basis-80">
          <h2 className="font-semibold">{t(`steps.${shown.name}.title`)}</h2>
          <p className="text-pretty text-muted text-sm">{isLast ? `${text} ${t('again')}` : text}</p>
        </LiveText>
        <div className="flex grow items-center justify-end gap-2 sm:grow-0">
          <span className="me-auto text-muted text-sm tabular-nums sm:me-2">
            {t('progress', { step: step + 1, steps: STEPS.length })}
          </span>
          {step > 0 && (
            <Button variant="quiet" size="small" onClick={() => go(step - 1)}>
              {t('back')}
            </Button>
          )}
          <Button
            ref={focusOnMount}
            variant="primary"
            size="small"
            onClick={() => (isLast ? leave() : go(step + 1))}
          >
            {isLast ? t('done') : t('next')}
          </Button>
          <IconButton small label={t('leave')} onClick={leave}>
            <Icon of={CloseIcon} />
          </IconButton>
        </div>
      </div>
    </section>
  )
}

/** The page ends above the tour. */
const keepRoom = keepFootRoom('tour')

/** Returns the active project with the most employees, which has an example of everything. */
function findLargest(projects: readonly Project[]): Project | undefined {
  const active = projects.filter(({ status }) => status === 'active')
  return active.toSorted((a, b) => (b.employees_count ?? 0) - (a.employees_count ?? 0))[0]
}

/** Outlines the element of a step, as soon as it is on the page (`parts.css`). */
function useMarked(selector: string): void {
  useEffect(() => {
    let marked: Element | null = null
    function mark() {
      if (marked?.isConnected) return
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
