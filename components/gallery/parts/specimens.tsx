'use client'

import { type ReactNode, useEffect } from 'react'
import { SHOWN_STATES, showStates } from './shown-states.ts'

type StatesProps = {
  title: string
  /** The primitive at rest, and in each state that a person brings about. */
  children: ReactNode
  /** The states that it is told. */
  told: Record<string, ReactNode>
}

/** One primitive in all its states, side by side. The states are those of when the page was opened. */
export function States({ title, children, told }: StatesProps) {
  return (
    <section className="grid gap-3">
      <h2 className="text-muted text-sm">{title}</h2>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Specimen state="rest">{children}</Specimen>
        {SHOWN_STATES.map(state => (
          <Specimen key={state} state={state} shown>
            {children}
          </Specimen>
        ))}
        {Object.entries(told).map(([state, specimen]) => (
          <Specimen key={state} state={state}>
            {specimen}
          </Specimen>
        ))}
      </div>
    </section>
  )
}

export function useShownStates() {
  useEffect(showStates, [])
}

function Specimen({ state, shown, children }: { state: string; shown?: boolean; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start justify-items-start gap-1.5">
      <p className="text-muted text-xs">{state}</p>
      <div data-shown={shown ? state : undefined} className="w-full">
        {children}
      </div>
    </div>
  )
}
