export const cookieValue = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
