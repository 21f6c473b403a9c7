'use client'

import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useRef,
} from 'react'
import { isComposing } from '#components/ui/browser/is-composing.ts'
import { toGridCommand } from '#components/ui/grid-keys.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { openCell, toEditableCell } from '../edit/cells.ts'
import { toFieldText } from '../edit/employee-values.ts'
import { dropUnsaved, findUnsaved } from '../edit/unsaved.ts'
import { usePasteIntoCell } from '../edit/use-paste-into-cell.ts'
import { useUndoInCell } from '../edit/use-undo-in-cell.ts'
import { openPerson } from '../person/open-person.ts'
import { loadPersonSheet } from '../person/person-slot.tsx'
import { hintAt } from './cell-hints.tsx'
import { focusCell, moveFocusByKey } from './grid-focus.ts'
import { useKeepPlace } from './use-keep-place.ts'

/** Width of `.grid-cell::after` inside the cell. */
const PENCIL_PX = 26

/**
 * Behaviour of the whole grid. The grid is one Tab stop and passes the focus to the last focused cell. Arrow keys
 * move; Enter, F2, a second click and pasting edit. A click or Enter on a name opens the employee; Shift+Enter does
 * so in any cell. The space bar selects the row, Control A the page. Control Z undoes the last change of the cell.
 * See docs/decisions/028-employee-table.md.
 */
export function useGrid(projectId: number, people: readonly Employee[], drawRest: () => void) {
  const last = useRef<HTMLElement>(null)
  const pressedFocused = useRef(false)
  const undoInCell = useUndoInCell()
  const { noteFocus, noteBlur } = useKeepPlace()
  const onPaste = usePasteIntoCell(people)

  function onFocus({ currentTarget, target }: FocusEvent<HTMLTableElement>) {
    if (target !== currentTarget) {
      last.current = target.closest<HTMLElement>('td, th')
      noteFocus(currentTarget, last.current)
      hintAt(target.matches('[data-open]') ? null : target)
      return
    }
    const there =
      last.current && currentTarget.contains(last.current) ? last.current : firstCell(currentTarget)
    if (there) focusCell(there)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLTableElement>) {
    if (!currentTarget.contains(relatedTarget)) {
      noteBlur(currentTarget)
      currentTarget.tabIndex = 0
      hintAt(null)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { target, currentTarget } = event
    if (!(target instanceof HTMLElement) || isComposing(event.nativeEvent)) return
    // Shift+Tab out of a cell must skip the grid itself.
    if (event.key === 'Tab' && event.shiftKey) currentTarget.tabIndex = -1
    const cell = toEditableCell(target)
    if (moveFocusByKey(event.nativeEvent, currentTarget, drawRest)) {
      rest(currentTarget)
      return event.preventDefault()
    }
    const command = toGridCommand(event.nativeEvent)
    if (command === 'toggleRow') {
      if (target.matches('button, input') && !event.shiftKey) return
      event.preventDefault()
      return target.closest('tr')?.querySelector<HTMLElement>('[data-select]')?.click()
    }
    if (command === 'selectAll') {
      event.preventDefault()
      return selectPage(currentTarget)
    }
    const row = target.closest('tr')?.dataset.person
    // An unsaved name is shown without its link: Enter edits it, as in every cell.
    const followsName = event.key === 'Enter' && target.querySelector('.name-link') !== null
    if (command === 'open' || (command === 'edit' && followsName)) {
      // If the Enter key that saved the name is held down, its repeats must not open the employee.
      if (target.matches('td') && !event.repeat) open(event, row)
    } else if (cell && (command === 'undo' || command === 'edit')) {
      event.preventDefault()
      if (command === 'undo') undoInCell(cell)
      else openCell(cell)
    } else if (cell && event.key === 'Escape' && target.ariaInvalid === 'true') {
      event.preventDefault()
      dropUnsaved(cell.employeeId, cell.field)
    } else if (event.key === 'Escape') hintAt(null)
  }

  /** Opens the employee. With a modifier key, the browser opens the link in a new tab or window. */
  function open(event: KeyboardEvent | MouseEvent, person: string | undefined) {
    if (event.metaKey || event.ctrlKey || event.altKey || person === undefined) return
    if (openPerson(projectId, Number(person))) event.preventDefault()
  }

  function onMouseDown({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('.name-link')) void loadPersonSheet()
    const cell = target instanceof Element && target.closest('td')
    pressedFocused.current = Boolean(cell) && cell === document.activeElement
  }

  /**
   * Handles a click on a cell. The first click selects the cell, the second edits it; a click on its pencil or a
   * touch edits at once. Dragging over a value selects its text for copying.
   */
  function onClick(event: MouseEvent) {
    const { target, nativeEvent, detail, clientX } = event
    if (target instanceof Element && target.closest('.name-link') && !event.shiftKey)
      return open(event, target.closest('tr')?.dataset.person)
    if (!(target instanceof Element) || target.closest('input, select, a, button')) return
    const pressed = target.closest('td')
    const cell = toEditableCell(pressed)
    const touched = nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === 'touch'
    const again = pressedFocused.current && isNothingMarked()
    if (cell && (touched || again || detail > 1 || isOnPencil(pressed, clientX))) openCell(cell)
  }

  function onCopy(event: ClipboardEvent) {
    const cell = toEditableCell(document.activeElement)
    const employee = people.find(({ id }) => id === cell?.employeeId)
    if (!cell || !employee || !isNothingMarked()) return
    event.preventDefault()
    const shown = findUnsaved(cell.employeeId, cell.field)?.text ?? toFieldText(employee, cell.field)
    event.clipboardData.setData('text/plain', shown)
  }

  return {
    onFocus,
    onBlur,
    onKeyDown,
    onMouseDown,
    onPointerMove,
    onPointerOver,
    onPointerLeave: () => hintAt(null),
    onWheel,
    onClick,
    onCopy,
    onPaste,
    tabIndex: 0,
  }
}

function onWheel({ currentTarget }: SyntheticEvent<HTMLTableElement>) {
  rest(currentTarget)
  hintAt(null)
}

/** Suppresses the hover effects (`.row`) and hints of rows that scroll under a stationary pointer. */
function rest(table: HTMLTableElement): void {
  table.toggleAttribute('data-turning', true)
}

function onPointerMove(event: PointerEvent<HTMLTableElement>) {
  if (!isTurning(event)) return
  event.currentTarget.toggleAttribute('data-turning', false)
  hintUnder(event)
}

function onPointerOver(event: PointerEvent<HTMLTableElement>) {
  if (!isTurning(event)) hintUnder(event)
}

function isTurning({ currentTarget }: PointerEvent<HTMLTableElement>): boolean {
  return currentTarget.hasAttribute('data-turning')
}

/**
 * Shows the hint of a status or a value that is cut off under the pointer, in place of a hint at the focus. Never
 * covers a cell that is being edited.
 */
function hintUnder({ target, currentTarget, pointerType }: PointerEvent<HTMLTableElement>) {
  if (pointerType === 'touch' || !(target instanceof Element)) return
  if (currentTarget.querySelector('[data-open]')) return hintAt(null)
  hintAt(target.closest('.status')?.closest('td') ?? target.closest<HTMLElement>('td.grid-cell'), {
    pointed: true,
  })
}

/**
 * True when the pointer is on the pencil, which the style sheet draws at the end of the hovered cell: cells have no
 * element for it.
 */
function isOnPencil(cell: Element | null, x: number): boolean {
  if (!cell || cell.matches('[data-open]')) return false
  const { left, right } = cell.getBoundingClientRect()
  return (cell.matches(':dir(rtl)') ? x - left : right - x) < PENCIL_PX
}

/** Control A: selects all employees on this page, like the checkbox in the head. */
function selectPage(table: HTMLTableElement): void {
  const box = table.tHead?.querySelector<HTMLInputElement>('input[type=checkbox]')
  if (!box?.checked) box?.click()
}

function isNothingMarked(): boolean {
  return document.getSelection()?.isCollapsed ?? true
}

function firstCell(table: HTMLTableElement): HTMLElement | null {
  return table.querySelector<HTMLElement>('tbody tr[data-person] td')
}
