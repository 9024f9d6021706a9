/** The content of a Bull job: only the id of a row. */
export interface Notification {
  id: string;
}
