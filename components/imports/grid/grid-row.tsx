'use client'

import { memo } from 'react'
import { cx } from '#components/ui/cx.ts'
import { CheckMark } from '#components/ui/field/checkbox.tsx'
import { Icon } from '#components/ui/icon.ts'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  DashedCircleIcon,
  MinusIcon,
  PencilIcon,
  UserPlusIcon,
  WarningIcon,
} from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { IMPORT_FIELDS, type ImportField } from '#lib/contracts/import-rows.ts'
import { isOpenRow } from '#lib/contracts/imports.ts'
import { CellInput, type EditEnd } from './cell-input.tsx'
import { GridCell, GridValue, Noted } from './grid-cell.tsx'
import { type GridLine, isTaken, type LineKind, toLineKind } from './grid-line.ts'
import { GRID_TRACKS, type GridColumn } from './grid-position.ts'
import type { GridWords } from './use-grid-words.ts'

const looks: Record<LineKind, { tone: Tone; Mark: typeof AlertIcon }> = {
  new: { tone: 'accent', Mark: UserPlusIcon },
  equal: { tone: 'neutral', Mark: CheckCircleIcon },
  different: { tone: 'info', Mark: PencilIcon },
  conflict: { tone: 'danger', Mark: WarningIcon },
  invalid: { tone: 'danger', Mark: AlertIcon },
  excluded: { tone: 'neutral', Mark: MinusIcon },
  waiting: { tone: 'neutral', Mark: ClockIcon },
  created: { tone: 'positive', Mark: CheckCircleIcon },
  updated: { tone: 'positive', Mark: CheckCircleIcon },
  already_there: { tone: 'info', Mark: CheckCircleIcon },
  unchanged: { tone: 'neutral', Mark: CheckCircleIcon },
  refused: { tone: 'danger', Mark: AlertIcon },
  not_sent: { tone: 'neutral', Mark: MinusIcon },
  unknown: { tone: 'warning', Mark: DashedCircleIcon },
}

export type GridActions = {
  take: (line: GridLine, taken: boolean) => void
  edit: (row: number, field: ImportField) => void
  save: (line: GridLine, field: ImportField, edited: { value: string; end: EditEnd }) => void
  cancel: (row: number, field: ImportField, end: EditEnd) => void
}

type GridRowProps = {
  line: GridLine
  columns: readonly GridColumn[]
  /** Index among the visible lines; the head is the first one. */
  index: number
  /** Position below the head, and height, in pixels; null in print, where rows follow each other. */
  top: number | null
  height: number
  active: GridColumn | null
  editing: { field: ImportField; typed: string | null } | null
  actions: GridActions
  words: GridWords
}

/** Renders again only when this line changes, not when others scroll. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { line, columns, index, top, height, active, editing, actions, words } = props
  const { source, checked } = line
  const open = isOpenRow(line)
  const { row } = source
  const taken = isTaken(line)
  const kind = toLineKind(line)
  const own = source.excluded ? [] : checked.problems.filter(({ field }) => field === null)
  return (
    <tr
      aria-rowindex={index + 2}
      style={top === null ? undefined : { height, transform: `translateY(${String(top)}px)` }}
      className={cx(
        GRID_TRACKS,
        'absolute inset-x-0 top-0 border-line border-b',
        editing !== null && 'z-5',
        taken === false && 'bg-sunken/50',
        open && 'hover:bg-hover',
      )}
    >
      {columns.includes('take') && (
        <GridCell
          row={row}
          column="take"
          index={0}
          active={active === 'take'}
          readOnly={taken === null}
          held={taken !== null}
        >
          {taken !== null && (
            <CheckMark
              data-cell-control
              tabIndex={active === 'take' ? 0 : -1}
              aria-label={words.take(row)}
              checked={taken}
              onChange={event => actions.take(line, event.target.checked)}
              className="self-center"
            />
          )}
        </GridCell>
      )}
      <GridCell
        row={row}
        column="row"
        index={columns.indexOf('row')}
        active={active === 'row'}
        readOnly
        className="items-end text-muted text-sm tabular-nums"
      >
        {row}
      </GridCell>
      <GridCell
        row={row}
        column="kind"
        index={columns.indexOf('kind')}
        active={active === 'kind'}
        readOnly
        className="text-sm max-sm:[&_span]:whitespace-normal"
      >
        <Noted problems={own} words={words}>
          <LineKindMark kind={kind} label={words.kind(kind)} />
        </Noted>
      </GridCell>
      {IMPORT_FIELDS.map(field => {
        const problems = source.excluded ? [] : checked.problems.filter(problem => problem.field === field)
        const invalid = problems.some(({ warning }) => !warning)
        return (
          <GridCell
            key={field}
            row={row}
            column={field}
            index={columns.indexOf(field)}
            active={active === field}
            readOnly={!open}
            held={editing?.field === field}
            invalid={invalid}
            className={cx(open && 'cursor-text', problems.length > 0 && 'bg-danger-soft/50')}
            {...(open && editing === null && { onPress: () => actions.edit(row, field) })}
          >
            {editing?.field === field ? (
              <CellInput
                row={row}
                field={field}
                value={source.values[field]}
                typed={editing.typed}
                invalid={invalid}
                note={problems.length > 0 ? words.problems(problems) : null}
                onSave={(value, end) => actions.save(line, field, { value, end })}
                onCancel={end => actions.cancel(row, field, end)}
              />
            ) : (
              <GridValue line={line} field={field} words={words} />
            )}
          </GridCell>
        )
      })}
    </tr>
  )
})

function LineKindMark({ kind, label }: { kind: LineKind; label: string }) {
  const { tone, Mark } = looks[kind]
  return (
    <StatusMark tone={tone} mark={<Icon of={Mark} />}>
      {label}
    </StatusMark>
  )
}
