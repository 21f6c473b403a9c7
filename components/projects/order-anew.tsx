'use client'

import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ProjectTasks } from '#lib/overview/contract.ts'
import { sortByNeed } from '#lib/overview/sort-by-need.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { ProjectStatusCounts } from '#lib/projects/contract.ts'
import { isFinished } from '#lib/projects/sort-projects.ts'

type OrderAnewProps = {
  projects: Project[]
  known: { tasks: ProjectTasks; counts: ProjectStatusCounts['counts'] }
  /** Where the projects stand. */
  list: RefObject<HTMLElement | null>
  onOrder: (sorted: Project[]) => void
}

/**
 * A page that was drawn before everybody was counted knew no order. Once what there is to do is known it gets its own, as soon as
 * neither pointer nor focus is in the list; where no pointer hovers, a finger may be about to press: then while nobody looks.
 */
export default function OrderAnew({ projects, known, list, onOrder }: OrderAnewProps) {
  const isKnown = projects.every(
    project => isFinished(project) || project.employees_count === 0 || known.tasks[project.id],
  )
  const order = useEffectEvent(() => {
    if (isKnown && list.current && isLeftAlone(list.current)) onOrder(sortByNeed(projects, known))
  })
  useEffect(() => {
    if (!isKnown) return
    const look = () => order()
    look()
    for (const event of EVENTS) document.addEventListener(event, look)
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, look)
    }
  }, [isKnown])
  return null
}

const EVENTS = ['pointerover', 'pointerleave', 'focusin', 'focusout', 'visibilitychange'] as const

function isLeftAlone(list: HTMLElement): boolean {
  if (document.hidden) return true
  const hasPointer = matchMedia('(hover: hover)').matches && !list.matches(':hover')
  return hasPointer && !list.contains(document.activeElement)
}
