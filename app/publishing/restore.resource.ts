import { data, type RouterContextProvider, redirect } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { officePage } from '../desk/rules'
import { redirectWith } from '../platform/flash.server'
import { readForm } from '../platform/form.server'
import { log } from '../platform/log.server'
import type { Toast } from '../ui/toast'
import { restoreCourse } from './commands.server'
import { courseByKey } from './queries.server'
import { explain } from './rules'

type Asked = { request: Request; params: { course: string }; context: Readonly<RouterContextProvider> }

/** 'Annulla' and 'Ripristina' are forms; whoever opens their address by hand wants the courses. */
export function loader() {
  return redirect('/admin')
}

/** Takes the deletion of a course back, and returns to the page of the office that the form's `torna` names. */
export async function action({ request, params, context }: Asked): Promise<Response> {
  const admin = adminFrom(context)
  const page = officePage(String((await readForm(request)).get('torna') ?? ''))
  try {
    const course = await courseByKey(admin, params.course)
    if (!course) throw data(null, { status: 404 })
    const decision = await restoreCourse(admin, course.id)
    return redirectWith(page, decision.ok ? restored(course) : failed(explain(decision)))
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    log.error({ err: fault }, 'restoring a course failed')
    return redirectWith(page, failed('il database non risponde'))
  }
}

const restored = ({ title }: { title: string }): Toast => ({
  tone: 'success',
  title: 'Corso ripristinato',
  description: title,
})

const failed = (sentence: string): Toast => ({
  tone: 'destructive',
  title: 'Errore',
  description: `Impossibile ripristinare il corso: ${sentence}`,
})
