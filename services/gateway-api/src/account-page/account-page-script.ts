/** Sends the code of the link, with what the form asks for, and shows what came of it. */
export const accountPageScript = `"use strict";
const [userId, code] = location.hash.slice(1).split(".");
const form = document.querySelector("form");
const button = document.querySelector("button");
const status = document.querySelector("[role=status]");

function bodyOf(fields) {
  const password = fields.get("password");
  if (password === null) return { user_id: userId, code };
  return { email: fields.get("email"), token: code, password, password_confirmation: password };
}

async function send() {
  const response = await fetch(form.dataset.action, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": document.documentElement.lang },
    body: JSON.stringify(bodyOf(new FormData(form))),
  });
  const answer = await response.json();
  const errors = answer.errors || {};
  const isElsewhere = "code" in errors || "token" in errors || "user_id" in errors;
  const texts = isElsewhere ? [form.dataset.elsewhere] : Object.values(errors).flat();
  status.textContent = texts.length > 0 ? texts.join(" ") : answer.message;
  form.hidden = response.ok;
  if (response.ok) history.replaceState(null, "", location.pathname);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.disabled = true;
  try {
    await send();
  } catch {
    status.textContent = form.dataset.away;
  }
  button.disabled = false;
});
`;
