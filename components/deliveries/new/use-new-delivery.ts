'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { OfferedSystem } from '#components/exports/system-combobox.tsx'
import { noteWork } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import { deliveryResponse, newDeliverySchema, type Schedule } from '#lib/deliveries/contract.ts'
import { isDestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import {
  type DestinationKind,
  type DestinationSecrets,
  type DestinationSettings,
  destinationSettingsSchema,
} from '#lib/deliveries/destinations/settings.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { DestinationValues, WrongFields } from './destination-fields.tsx'

export type NewDeliveryOffer = {
  projects: Pick<Project, 'id' | 'name' | 'projektnummer'>[]
  systems: OfferedSystem[]
  kinds: DestinationKind[]
  /** Folders of the server in which a delivery may write. */
  folders: string[]
  timeZone: string
}

type Values = {
  project: string
  scope: 'approved' | 'filter'
  search: string
  target: string
  /** System chosen by the user; a destination may imply another one. */
  chosenTarget: string
  /** Null until the user types a name: the name then follows the choices. */
  name: string | null
  kind: DestinationKind
  destination: DestinationValues
  secrets: DestinationSecrets
  /** Values typed for other kinds, restored when the user returns to one of them. */
  others: Partial<Record<DestinationKind, Pick<Values, 'destination' | 'secrets'>>>
  schedule: Schedule
  puts_back: boolean
}

/** The usual receiving system of a kind of destination. */
const USUAL_SYSTEM: Partial<Record<DestinationKind, string>> = {
  ldap: 'active-directory',
  'microsoft-365': 'microsoft-365',
}

/** Names in the request that differ from those in the form. */
const FIELDS_OF: Partial<Record<string, string>> = { project: 'project_id', search: 'scope' }

/** Values of the form for a new delivery, and its errors. */
export function useNewDelivery({
  systems,
  kinds,
  folders,
}: Pick<NewDeliveryOffer, 'systems' | 'kinds' | 'folders'>) {
  const [values, setValues] = useState<Values>(() => {
    const kind = kinds[0] ?? 'sftp'
    return {
      project: '',
      scope: 'approved',
      search: '',
      target: systems[0]?.id ?? '',
      chosenTarget: systems[0]?.id ?? '',
      name: null,
      kind,
      destination: toDefaults(kind, folders),
      secrets: {},
      others: {},
      schedule: { kind: 'daily', at: '02:00' },
      puts_back: true,
    }
  })
  const [wrong, setWrong] = useState<WrongFields>(new Map())
  function put(changes: Partial<Values>) {
    setValues(before => ({ ...before, ...changes }))
    // A field that has just been changed is no longer marked as wrong.
    const { destination: typed, ...others } = changes
    const filled = Object.keys(others).map(name => FIELDS_OF[name] ?? name)
    const places = Object.keys(typed ?? {}).filter(name => typed?.[name] !== values.destination[name])
    setWrong(before => new Map([...before].filter(([name]) => ![...filled, ...places].includes(name))))
  }
  const queries = useQueryClient()
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (body: unknown) => {
      const { data } = await deskRequest(paths.api.deliveries(), deliveryResponse, { method: 'POST', body })
      if (data.last_run) await noteWork(queries, { kind: 'delivery', job: data.last_run })
      return data
    },
  })

  function chooseKind(kind: DestinationKind) {
    const usual = systems.find(({ id }) => id === USUAL_SYSTEM[kind])
    const target = usual?.id ?? values.chosenTarget
    const { destination, secrets } = values
    const others = { ...values.others, [values.kind]: { destination, secrets } }
    const typed = others[kind] ?? { destination: toDefaults(kind, folders), secrets: {} }
    put({ kind, ...typed, others, target })
  }

  /** Returns the typed destination, or null: then the fields show their errors. */
  function toTest(): { destination: DestinationSettings; secrets: DestinationSecrets } | null {
    const parsed = destinationSettingsSchema.safeParse(toDestination(values))
    const places = parsed.error?.issues.map(({ path }) => String(path[0])) ?? []
    setWrong(before => new Map([...before, ...toWrong(places)]))
    return parsed.success ? { destination: parsed.data, secrets: toSecrets(values) } : null
  }

  /**
   * Sends the delivery under the name that the form shows. Returns undefined on an error, which the fields or `error`
   * show.
   */
  async function send(name: string) {
    const { project, scope, search, target, schedule, puts_back } = values
    const body = newDeliverySchema.safeParse({
      name,
      request: {
        project_id: Number(project),
        scope: scope === 'filter' ? { kind: 'filter', filters: { q: search.trim() } } : { kind: 'approved' },
        target,
      },
      destination: toDestination(values),
      secrets: toSecrets(values),
      schedule,
      puts_back,
    })
    const isSearchMissing = scope === 'filter' && search.trim() === ''
    if (!body.success || isSearchMissing) {
      const names = body.error?.issues.map(({ path }) => String(path.at(-1))) ?? []
      flushSync(() => setWrong(toWrong([...names, ...(isSearchMissing ? ['scope'] : [])])))
      return undefined
    }
    setWrong(new Map())
    try {
      return await mutateAsync(body.data)
    } catch (thrown) {
      const { errors = {} } = toDeskError(thrown)
      const said = Object.entries(errors).map(([key, [code = null]]) => {
        return [key.split('.').at(-1) ?? key, isDestinationErrorCode(code) ? code : null] as const
      })
      flushSync(() => setWrong(new Map(said)))
      return undefined
    }
  }

  return { values, put, wrong, chooseKind, toTest, send, isPending, error }
}

function toWrong(names: readonly string[]): WrongFields {
  return new Map(names.map(name => [name, null]))
}

function toDefaults(kind: DestinationKind, folders: readonly string[]): DestinationValues {
  if (kind === 'folder') return { folder: folders[0] ?? '' }
  if (kind === 'sftp') return { port: '22' }
  if (kind === 'ldap') return { attribute: 'thumbnailPhoto', filter: '(mail={email})' }
  return {}
}

function toDestination({ kind, destination }: Values): unknown {
  const { port, test_person, ...rest } = destination
  return {
    ...rest,
    kind,
    ...(port !== undefined && { port: Number(port) }),
    ...(test_person && { test_person }),
  }
}

function toSecrets({ secrets }: Values): DestinationSecrets {
  return Object.fromEntries(Object.entries(secrets).filter(([, value]) => value))
}
