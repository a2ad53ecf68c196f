import { data, type RouterContextProvider, redirect } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { pageBelow, pageQuery } from '../desk/rules'
import { redirectWith } from '../platform/flash.server'
import { log } from '../platform/log.server'
import type { Toast } from '../ui/toast'
import { duplicateCourse } from './commands.server'
import { courseByKey } from './queries.server'

type Asked = { params: { course: string }; context: Readonly<RouterContextProvider>; url: URL }

/** 'Duplica' is a form; whoever opens its address by hand wants the courses. */
export function loader() {
  return redirect('/admin')
}

/** Makes the draft of a course's next edition and leads to its form. */
export async function action({ params, context, url }: Asked): Promise<Response> {
  const admin = adminFrom(context)
  try {
    const course = await courseByKey(admin, params.course)
    const copy = course && (await duplicateCourse(admin, course.id))
    if (!copy?.ok) throw data(null, { status: 404 })
    return redirectWith(`/admin/courses/${copy.id}${pageQuery(url.search)}`, DUPLICATED)
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    log.error({ err: fault }, 'duplicating a course failed')
    return redirectWith(pageBelow(url.search), FAILED)
  }
}

const DUPLICATED: Toast = {
  tone: 'success',
  title: 'Corso duplicato',
  description: 'La nuova edizione è in arrivo: scrivi le date e pubblicala quando è pronta.',
}
const FAILED: Toast = {
  tone: 'destructive',
  title: 'Errore',
  description: 'Impossibile creare il corso: il database non risponde',
}
