import { data, type RouterContextProvider, redirect } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session.server'
import { pageBelow, pageQuery } from '../desk/rules'
import { orLeaveTo } from '../platform/faults.server'
import { redirectWith } from '../platform/flash.server'
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
  const copy = await orLeaveTo(
    pageBelow(url.search),
    'Impossibile creare il corso',
    copyOf(adminFrom(context), params.course),
  )
  if (!copy?.ok) throw data(null, { status: 404 })
  return redirectWith(`/admin/courses/${copy.id}${pageQuery(url.search)}`, DUPLICATED)
}

async function copyOf(admin: Admin, key: string) {
  const course = await courseByKey(admin, key)
  return course && duplicateCourse(admin, course.id)
}

const DUPLICATED: Toast = {
  tone: 'success',
  title: 'Corso duplicato',
  description: 'La nuova edizione è già tra i corsi in arrivo: scrivi le date e pubblicala quando è pronta.',
}
