"""Matches by post: the screen with the form and the links that arrive, the list on the first screen, and what is sent.

The modules of this folder are not in the page's image, but in post.rom.wasm (tools/making/micropython.py). The room comes
late, see game/page/late/.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.answers.post_answers import PostCard, PostContent, PostRow

    class OpenedPost(PostContent):
        """A link to a match by post that waits for the person."""

        code: str

    class PostState(TypedDict, total=False):
        """The types of the values below."""

        posts: list[PostRow]
        post_card: PostCard | None
        post_link: OpenedPost | None


room = Room(__name__, "post_words", "post_view", "post_actions", "post_links")
room.state(
    posts=[],  # the matches by post of this device, as the engine lists them
    post_card=None,  # the match that the screen shows before the deal, or None
    post_link=None,  # an opened link that waits for the person, with its "code"; or None
)
