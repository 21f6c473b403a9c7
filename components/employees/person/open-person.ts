'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'

/** Marks the history entry of a sheet that was opened from the table: closing it means going back. */
const OPENED_HERE = { openedHere: true } as const

/**
 * False until Next.js listens to the browser's history: it starts in its first effects and reverts an address set
 * earlier.
 */
let isHeard = false
let opener: Element | null = null

/**
 * Stores the open employee in the address, which keeps the table's query string. Uses the browser's own history, like
 * the filters: the table stays as it is, and opening or closing fetches nothing.
 */
export function useOpenPerson(projectId: number) {
  const employeeId = useOpenEmployeeId(projectId)
  const search = useSearchParams().toString()
  useEffect(() => {
    isHeard = true
  }, [])

  function hrefOf(id: number): string {
    return paths.person(projectId, id, search)
  }

  /** Replaces the previous employee in the history: one step back leads to the table. */
  function show(id: number): void {
    window.history.replaceState(isOpenedHere() ? { ...OPENED_HERE } : null, '', toAddress(hrefOf(id)))
  }

  function close(): void {
    if (isOpenedHere()) window.history.back()
    else window.history.pushState(null, '', toAddress(paths.project(projectId, search)))
  }

  return { employeeId, show, close }
}

/** Returns the id of the employee whose sheet the address opens; null when none is open. */
export function useOpenEmployeeId(projectId: number): number | null {
  return parseEmployeeId(usePathname(), projectId)
}

/**
 * Opens an employee above their project's table in its current state. Returns false when it is too early for this, or
 * on another page.
 */
export function openPerson(projectId: number, employeeId: number): boolean {
  const { pathname, search } = window.location
  const table = toAddress(paths.project(projectId))
  if (!isHeard || (pathname !== table && !pathname.startsWith(`${table}/people/`))) return false
  opener = document.activeElement
  const address = toAddress(paths.person(projectId, employeeId, search.slice(1)))
  // The second press of a double click finds the sheet already open.
  if (address !== pathname + search) window.history.pushState({ ...OPENED_HERE }, '', address)
  return true
}

export type OpenPerson = ReturnType<typeof useOpenPerson>

function parseEmployeeId(pathname: string, projectId: number): number | null {
  const [, project, id] = /^\/projects\/(\d+)\/people\/([1-9]\d{0,15})$/.exec(pathname) ?? []
  return id === undefined || Number(project) !== projectId ? null : Number(id)
}

function isOpenedHere(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'openedHere' in state
}

/**
 * Returns the element that gets the focus when a sheet closes: the cell from which it was opened, else the link in
 * the employee's row.
 */
export function findOpener(employeeId: number): HTMLElement | null {
  const cell = opener?.isConnected ? opener.closest<HTMLElement>('td:not(:has([data-cell-control]))') : null
  const isTheirs = cell?.closest('tr')?.dataset.person === String(employeeId)
  return isTheirs ? cell : document.getElementById(personLinkId(employeeId))
}

/** Id of the link in an employee's row, to which the focus returns from the sheet. */
export function personLinkId(employeeId: number): string {
  return `person-${employeeId}`
}
