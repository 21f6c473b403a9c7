'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/move-focus.ts'
import { toast } from '#components/ui/toast.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'
import { deskCommand, deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import {
  type Link,
  linkAnswer,
  type Person,
  type PersonChange,
  personAnswer,
} from '#lib/session/people-contract.ts'

/** A link that was just made, and for whom. It is nowhere else, so it stays here until its window closes. */
export type GivenLink = { email: string; link: Link }

/**
 * Changes somebody's account, one at a time, and draws the list anew from the server, which alone knows what came of
 * it: another administrator may be at work too. `givesLinks`: people come in with a password of the desk.
 */
export function usePersonActions({ givesLinks }: { givesLinks: boolean }) {
  const t = useTranslations('people.done')
  const router = useRouter()
  const [working, startWork] = useTransition()
  const [who, setWho] = useState<string>()
  const [problem, setProblem] = useState<ErrorCode>()
  const [link, showLink] = useState<GivenLink | null>(null)

  function run(person: Person, work: () => Promise<void>) {
    setWho(person.id)
    setProblem(undefined)
    startWork(async () => {
      try {
        await work()
      } catch (thrown) {
        setProblem(toDeskError(thrown).code)
      }
      startWork(() => router.refresh())
    })
  }

  function change(person: Person, body: PersonChange) {
    const { email } = person
    run(person, async () => {
      await deskRequest(paths.api.person(person.id), personAnswer, { method: 'PATCH', body })
      toast({
        title: t(body.role ? 'role' : body.status === 'disabled' ? 'disabled' : 'enabled', { email }),
        tone: 'positive',
      })
    })
  }

  function remove(person: Person) {
    run(person, async () => {
      await deskCommand(paths.api.person(person.id), { method: 'DELETE' })
      toast({ title: t('removed', { email: person.email }), tone: 'positive' })
      moveFocus('h1')
    })
  }

  function renewLink(person: Person) {
    run(person, async () => {
      const { data } = await deskRequest(paths.api.personLink(person.id), linkAnswer, { method: 'POST' })
      showLink({ email: person.email, link: data })
    })
  }

  /** The window shows the link; the list behind it shows whom it is for. */
  function showInvited(given: GivenLink) {
    showLink(given)
    startWork(() => router.refresh())
  }

  return {
    givesLinks,
    busy: working ? who : undefined,
    problem,
    change,
    remove,
    renewLink,
    link,
    showLink: showInvited,
    hideLink: () => showLink(null),
  }
}

export type PersonActions = ReturnType<typeof usePersonActions>
