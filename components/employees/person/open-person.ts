'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'

/** Marks the history entry of a sheet that was opened from the table: closing it means going back. */
const OPENED_HERE = { openedHere: true } as const

/** Next listens to the browser's history from its first effects on, and undoes an address that was set earlier. */
let isHeard = false
let opener: Element | null = null

/**
 * Who is open above the table is the address, and the table's query string stays in it. The browser's own history,
 * as with filters: the table stays as it is, and nothing is fetched to open or to close.
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

  /** Each person replaces the one before in the history: one step back leads to the table. */
  function show(id: number): void {
    window.history.replaceState(isOpenedHere() ? { ...OPENED_HERE } : null, '', toAddress(hrefOf(id)))
  }

  function close(): void {
    if (isOpenedHere()) window.history.back()
    else window.history.pushState(null, '', toAddress(paths.project(projectId, search)))
  }

  return { employeeId, show, close }
}

/** The id of the employee whose sheet the address opens; null when none is open. */
export function useOpenEmployeeId(projectId: number): number | null {
  return parseEmployeeId(usePathname(), projectId)
}

/** Opens somebody above their project's table, whatever that is showing. False when it is too early to do so, or another page. */
export function openPerson(projectId: number, employeeId: number): boolean {
  const { pathname, search } = window.location
  const table = toAddress(paths.project(projectId))
  if (!isHeard || (pathname !== table && !pathname.startsWith(`${table}/people/`))) return false
  opener = document.activeElement
  const address = toAddress(paths.person(projectId, employeeId, search.slice(1)))
  // The second press of a double click finds the person open.
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

/** Where the focus returns to from somebody's sheet: the cell from which it was opened, else the link in their row. */
export function findOpener(employeeId: number): HTMLElement | null {
  const cell = opener?.isConnected ? opener.closest<HTMLElement>('td:not(:has([data-cell-control]))') : null
  const isTheirs = cell?.closest('tr')?.dataset.person === String(employeeId)
  return isTheirs ? cell : document.getElementById(personLinkId(employeeId))
}

/** The link in a person's row, to which the focus returns from the sheet. */
export function personLinkId(employeeId: number): string {
  return `person-${employeeId}`
}
